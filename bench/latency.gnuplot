# Latency of a page of 50 rows by depth, from benchmark.csv in the current folder.
set terminal svg size 760,420 font "sans-serif,13" background "white"
set output "latency.svg"
set datafile separator ","
set logscale xy
set xlabel "rows before the page"
set ylabel "milliseconds for a page of 50 rows (log scale)"
set format x "10^{%T}"
set grid ytics xtics lc rgb "#dddddd"
set key top left Left reverse
set xrange [0.8:]

pick(form) = sprintf("< awk -F, '$1 == \"%s\" && $5 == \"latency_us\" && $2 ~ /^depth-/ { print substr($2, 7) \",\" $6 / 1000 }' benchmark.csv", form)
plot pick("offset") using 1:2 with linespoints pt 7 ps 0.6 lw 2 lc rgb "#c0392b" title "OFFSET, json\\_agg", \
     pick("or") using 1:2 with linespoints pt 7 ps 0.6 lw 2 lc rgb "#e08e0b" title "keyset by hand, OR", \
     pick("H") using 1:2 with linespoints pt 7 ps 0.6 lw 2 lc rgb "#7f8c8d" title "keyset by hand, row comparison, json\\_agg", \
     pick("keyset_page") using 1:2 with linespoints pt 7 ps 0.6 lw 2 lc rgb "#1f6fb2" title "keyset\\_page"
