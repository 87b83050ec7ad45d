// Runs prepared statements over libpq's extended protocol, as a driver does, and measures the backend.
//
//   client instructions FOLDER     each page in instructions, counted by callgrind in FOLDER
//   client first-instructions FOLDER   the same for the first page of a connection, less SELECT 1
//   client buffers                 the most buffers that a page of the case touches, after a warm-up
//   client same                    nothing, if the first column is the same for all cases of one SPOT LIMIT ZONE
//   client time ROUNDS             backend CPU in pipelines of twenty, and latency one by one, in microseconds
//   client clients N SECONDS       pages a second of N sessions at once
//   client first ROUNDS            connect and first page: the backend's CPU, and elapsed, in microseconds
//   client pages COUNT             resident memory of one backend, in kB, after COUNT / 100 and COUNT pages
//
// Reads cases from standard input, one a line, tab between the fields:
//   name   settings (SQL, may be empty)   query whose rows are the parameters of one page each   the page's SQL
// and prints a line for each: name, figures.

#include <libpq-fe.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using Row = std::vector<std::optional<std::string>>;
using Clock = std::chrono::steady_clock;

struct Case {
    std::string name, settings, places, sql;
};

[[noreturn]] void die(const std::string &what) {
    std::cerr << "client: " << what << '\n';
    std::exit(1);
}

double microseconds_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto middle = values.size() / 2;
    return values.size() % 2 != 0 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string quoted(const std::optional<std::string> &value) {
    if (!value) {
        return "NULL";
    }
    std::string text = "'";
    for (const char c : *value) {
        text += c == '\'' ? std::string("''") : std::string(1, c);
    }
    return text + "'";
}

// One connection; every failure ends the program.
class Session {
public:
    Session() : conn_(PQconnectdb("application_name=bench")) {
        if (PQstatus(conn_) != CONNECTION_OK) {
            die(PQerrorMessage(conn_));
        }
        PQsetNoticeProcessor(
            conn_, [](void *, const char *) {}, nullptr);
    }
    ~Session() { PQfinish(conn_); }
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    [[nodiscard]] int backend() const { return PQbackendPID(conn_); }

    std::vector<Row> query(const std::string &sql) { return rows(PQexec(conn_, sql.c_str()), sql); }

    void prepare(const std::string &name, const std::string &sql) {
        rows(PQprepare(conn_, name.c_str(), sql.c_str(), 0, nullptr), sql);
    }

    // The page's rows, as text, are received and thrown away.
    void page(const std::string &name, const Row &parameters) {
        const auto values = pointers(parameters);
        throw_away(
            PQexecPrepared(conn_, name.c_str(), static_cast<int>(values.size()), values.data(), nullptr, nullptr, 0),
            name);
    }

    // The pages of all the places, sent at once.
    void pages(const std::string &name, const std::vector<Row> &places) {
        PQenterPipelineMode(conn_);
        for (const auto &place : places) {
            const auto values = pointers(place);
            PQsendQueryPrepared(conn_, name.c_str(), static_cast<int>(values.size()), values.data(), nullptr, nullptr,
                                0);
        }
        PQpipelineSync(conn_);
        for (std::size_t i = 0; i < places.size(); i++) {
            throw_away(PQgetResult(conn_), name);
            PQgetResult(conn_);
        }
        PQclear(PQgetResult(conn_));
        PQexitPipelineMode(conn_);
    }

    // The nanoseconds for which the backend has run. While it runs the count lags behind, so it is waited for
    // until it waits for us.
    [[nodiscard]] double cpu() const {
        const std::string folder = "/proc/" + std::to_string(backend());
        for (std::string line;; std::this_thread::yield()) {
            std::ifstream in(folder + "/stat");
            if (!std::getline(in, line)) {
                die("/proc tells nothing of the backend");
            }
            if (line.compare(line.rfind(')') + 2, 1, "S") == 0) {
                break;
            }
        }
        std::ifstream in(folder + "/schedstat");
        double ran = 0;
        if (!(in >> ran)) {
            die("/proc tells nothing of the backend's CPU time");
        }
        return ran;
    }

    // The backend's resident memory that is its own, in kB.
    [[nodiscard]] long memory() const {
        std::ifstream in("/proc/" + std::to_string(backend()) + "/status");
        for (std::string line; std::getline(in, line);) {
            if (line.rfind("RssAnon:", 0) == 0) {
                return std::stol(line.substr(line.find_first_of("0123456789")));
            }
        }
        die("no RssAnon");
    }

private:
    static std::vector<const char *> pointers(const Row &parameters) {
        std::vector<const char *> values;
        for (const auto &p : parameters) {
            values.push_back(p ? p->c_str() : nullptr);
        }
        return values;
    }

    void throw_away(PGresult *result, const std::string &name) {
        if (PQresultStatus(result) != PGRES_TUPLES_OK) {
            die(name + ": " + PQerrorMessage(conn_));
        }
        PQclear(result);
    }

    std::vector<Row> rows(PGresult *result, const std::string &sql) {
        const auto status = PQresultStatus(result);
        if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
            die(std::string(PQerrorMessage(conn_)) + sql);
        }
        std::vector<Row> all;
        for (int i = 0; i < PQntuples(result); i++) {
            Row &row = all.emplace_back();
            for (int j = 0; j < PQnfields(result); j++) {
                row.push_back(PQgetisnull(result, i, j) != 0 ? std::nullopt
                                                             : std::optional<std::string>(PQgetvalue(result, i, j)));
            }
        }
        PQclear(result);
        return all;
    }

    PGconn *conn_;
};

std::vector<Case> read_cases() {
    std::vector<Case> all;
    for (std::string line; std::getline(std::cin, line);) {
        std::vector<std::string> fields;
        std::istringstream in(line);
        for (std::string field; std::getline(in, field, '\t');) {
            fields.push_back(field);
        }
        if (fields.size() != 4) {
            die("not a case: " + line);
        }
        all.push_back({fields[0], fields[1], fields[2], fields[3]});
    }
    return all;
}

void configure(Session &session, const std::string &settings) {
    session.query("RESET ALL");
    session.query("SET TimeZone = 'UTC'");
    if (!settings.empty()) {
        session.query(settings);
    }
}

// A case as a statement of a session.
struct Statement {
    std::string name;
    std::vector<Row> places;
};

Statement prepare(Session &session, const Case &c, const std::string &name) {
    session.prepare(name, c.sql);
    auto places = session.query(c.places);
    if (places.empty()) {
        die(c.name + ": no place to page from");
    }
    return {name, std::move(places)};
}

void walk(Session &session, const Statement &statement) {
    for (const auto &place : statement.places) {
        session.page(statement.name, place);
    }
}

long total_of(const std::string &file) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("summary: ", 0) == 0 || line.rfind("totals: ", 0) == 0) {
            return std::stol(line.substr(line.find(' ')));
        }
    }
    die("no total in " + file);
}

// Every place once to warm up, once counted, and twice counted: the difference is the pages alone.
int instructions(const std::string &folder) {
    Session session;
    const auto cases = read_cases();
    if (session.query("SELECT bench_count()")[0][0] != "t") {
        die("the server does not run under valgrind");
    }
    const std::string dump = folder + "/callgrind.out." + std::to_string(session.backend()) + ".";
    int dumps = 0, statements = 0;
    for (const auto &c : cases) {
        configure(session, c.settings);
        const auto statement = prepare(session, c, "page" + std::to_string(++statements));
        walk(session, statement);
        session.query("SELECT bench_count()");
        walk(session, statement);
        session.query("SELECT bench_dump()");
        walk(session, statement);
        walk(session, statement);
        session.query("SELECT bench_dump()");
        dumps += 2;
        const std::string once = dump + std::to_string(dumps - 1), twice = dump + std::to_string(dumps);
        const long pages = static_cast<long>(statement.places.size());
        std::cout << c.name << '\t' << (total_of(twice) - total_of(once)) / pages << '\t' << twice << '\t' << 2 * pages
                  << std::endl;
    }
    return 0;
}

// The case's SQL with the values of its first place in it, as a statement that is not prepared has them.
std::string text_of(const Case &c) {
    std::string sql = c.sql;
    if (!c.places.empty()) {
        Session session;
        const auto place = session.query(c.places)[0];
        for (std::size_t i = place.size(); i > 0; i--) {
            const std::string name = "$" + std::to_string(i);
            for (auto at = sql.find(name); at != std::string::npos; at = sql.find(name)) {
                sql.replace(at, name.size(), quoted(place[i - 1]));
            }
        }
    }
    return sql;
}

// The first statement of a session of its own, without what SELECT 1 takes there.
int first_instructions(const std::string &folder) {
    long nothing = 0;
    auto cases = read_cases();
    cases.insert(cases.begin(), {"select-1", "", "", "SELECT 1"});
    for (const auto &c : cases) {
        const std::string text = text_of(c);
        Session session;
        session.query("SELECT bench_count()");
        session.query(text);
        session.query("SELECT bench_dump()");
        const std::string dump = folder + "/callgrind.out." + std::to_string(session.backend()) + ".1";
        if (nothing == 0) {
            nothing = total_of(dump);
        } else {
            std::cout << c.name << '\t' << total_of(dump) - nothing << '\t' << dump << "\t1" << std::endl;
        }
    }
    return 0;
}

// "Shared Hit Blocks": 54, the first of which is the whole plan's.
long blocks(const std::string &plan, const std::string &kind) {
    const auto at = plan.find("\"Shared " + kind + " Blocks\": ");
    if (at == std::string::npos) {
        die("no buffers in " + plan);
    }
    return std::stol(plan.substr(plan.find(':', at) + 1));
}

int buffers() {
    Session session;
    int statements = 0;
    for (const auto &c : read_cases()) {
        configure(session, c.settings);
        const auto statement = prepare(session, c, "page" + std::to_string(++statements));
        for (int i = 0; i < 10; i++) {
            session.page(statement.name, statement.places[0]);
        }
        long most = 0;
        for (const auto &place : statement.places) {
            std::string list;
            for (const auto &value : place) {
                list += (list.empty() ? "" : ", ") + quoted(value);
            }
            const std::string sql = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE " + statement.name +
                                    (list.empty() ? "" : "(" + list + ")");
            const auto plan = session.query(sql)[0][0].value();
            most = std::max(most, blocks(plan, "Hit") + blocks(plan, "Read"));
        }
        std::cout << c.name << '\t' << most << std::endl;
    }
    return 0;
}

// What is compared in time must not differ in rows: the forms of a page (the rest of the name) are JSON, byte for byte.
int same() {
    Session session;
    int statements = 0;
    std::map<std::string, std::vector<std::optional<std::string>>> pages;
    for (const auto &c : read_cases()) {
        configure(session, c.settings);
        const auto statement = prepare(session, c, "page" + std::to_string(++statements));
        std::vector<std::optional<std::string>> texts;
        for (const auto &place : statement.places) {
            std::string list;
            for (const auto &value : place) {
                list += (list.empty() ? "(" : ", ") + quoted(value);
            }
            texts.push_back(session.query("EXECUTE " + statement.name + list + (list.empty() ? "" : ")"))[0][0]);
        }
        const auto [at, is_new] = pages.try_emplace(c.name.substr(c.name.find(' ')), texts);
        if (!is_new && at->second != texts) {
            die(c.name + ": other rows than the form before it");
        }
    }
    return 0;
}

// All cases take turns, so that what else the machine does meets them alike. Prints the medians of backend
// CPU and of latency, and how many pages they rest on. A case that takes long has fewer pages in a round.
int measure_time(int rounds) {
    struct Running {
        const Case *c;
        Session *session;
        Statement statement;
        std::vector<double> cpu, latency;
        int every = 1; // takes part in one of so many rounds, 0: in none
    };
    const auto cases = read_cases();
    std::map<std::string, std::unique_ptr<Session>> sessions;
    std::vector<Running> running;
    for (const auto &c : cases) {
        auto &session = sessions[c.settings];
        if (!session) {
            session = std::make_unique<Session>();
            configure(*session, c.settings);
        }
        Running r{&c, session.get(), prepare(*session, c, "page" + std::to_string(running.size())), {}, {}};
        double ran = 0, took = 0;
        const auto one_page = [&] {
            ran = session->cpu();
            const auto begin = Clock::now();
            session->page(r.statement.name, r.statement.places[0]);
            took = microseconds_since(begin);
        };
        one_page();
        if (took > 15'000) {
            r.statement.places.resize(1);
            r.every = std::max(1, rounds / 5);
        } else {
            walk(*session, r.statement);
        }
        if (took > 500'000) { // one more, with what is cached by now, will do
            one_page();
            r.cpu.push_back((session->cpu() - ran) / 1000);
            r.latency.push_back(took);
            r.every = 0;
        }
        running.push_back(std::move(r));
    }
    for (int round = 0; round < rounds; round++) {
        for (auto &r : running) {
            if (r.every == 0 || round % r.every != 0) {
                continue;
            }
            const auto pages = static_cast<double>(r.statement.places.size());
            if (pages > 1) { // so that no form finds the caches warmed by another
                r.session->pages(r.statement.name, r.statement.places);
            }
            const double ran = r.session->cpu();
            r.session->pages(r.statement.name, r.statement.places);
            r.cpu.push_back((r.session->cpu() - ran) / 1000 / pages);
            for (std::size_t i = 0; i < r.statement.places.size(); i += 4) {
                const auto begin = Clock::now();
                r.session->page(r.statement.name, r.statement.places[i]);
                r.latency.push_back(microseconds_since(begin));
            }
        }
    }
    for (const auto &r : running) {
        std::cout << r.c->name << '\t' << median(r.cpu) << '\t' << median(r.latency) << '\t'
                  << r.cpu.size() * r.statement.places.size() << '\n';
    }
    return 0;
}

// The cases take turns of a second until each has had SECONDS.
int clients(int count, int seconds) {
    const auto cases = read_cases();
    std::vector<std::vector<double>> rates(cases.size());
    for (int second = 0; second < seconds; second++) {
        for (std::size_t k = 0; k < cases.size(); k++) {
            std::vector<std::thread> threads;
            std::atomic<long> done = 0;
            std::atomic<int> ready = 0;
            std::atomic<bool> go = false, stop = false;
            for (int i = 0; i < count; i++) {
                threads.emplace_back([&, k] {
                    Session session;
                    configure(session, cases[k].settings);
                    const auto statement = prepare(session, cases[k], "page");
                    walk(session, statement);
                    ready++;
                    while (!go) {
                        std::this_thread::yield();
                    }
                    for (std::size_t n = 0; !stop; n++) {
                        session.page(statement.name, statement.places[n % statement.places.size()]);
                        done++;
                    }
                });
            }
            while (ready < count) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            const auto begin = Clock::now();
            go = true;
            std::this_thread::sleep_for(std::chrono::seconds(1));
            stop = true;
            rates[k].push_back(static_cast<double>(done) / microseconds_since(begin) * 1e6);
            for (auto &thread : threads) {
                thread.join();
            }
        }
    }
    for (std::size_t k = 0; k < cases.size(); k++) {
        std::cout << cases[k].name << '\t' << median(rates[k]) << '\n';
    }
    return 0;
}

int first(int rounds) {
    const auto cases = read_cases();
    std::vector<std::string> texts;
    for (const auto &c : cases) {
        texts.push_back(text_of(c));
    }
    std::vector<std::vector<double>> times(cases.size()), cpus(cases.size());
    for (int round = 0; round < rounds; round++) {
        for (std::size_t k = 0; k < cases.size(); k++) {
            const auto begin = Clock::now();
            Session session;
            session.query(texts[k]);
            times[k].push_back(microseconds_since(begin));
            cpus[k].push_back(session.cpu() / 1000);
        }
    }
    for (std::size_t k = 0; k < cases.size(); k++) {
        std::cout << cases[k].name << '\t' << median(cpus[k]) << '\t' << median(times[k]) << '\n';
    }
    return 0;
}

int many_pages(long count) {
    for (const auto &c : read_cases()) {
        Session session;
        configure(session, c.settings);
        const auto statement = prepare(session, c, "page");
        const long step = static_cast<long>(statement.places.size());
        long done = 0;
        const auto go_on = [&](long until) {
            for (; done < until; done += step) {
                session.pages(statement.name, statement.places);
            }
            return session.memory();
        };
        const long early = go_on(count / 100);
        const long late = go_on(count);
        std::cout << c.name << '\t' << early << '\t' << late << std::endl;
    }
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    const std::vector<std::string> args(argv + 1, argv + argc);
    const auto is = [&](const char *what, std::size_t count) { return args.size() == count && args[0] == what; };
    if (is("instructions", 2)) {
        return instructions(args[1]);
    }
    if (is("first-instructions", 2)) {
        return first_instructions(args[1]);
    }
    if (is("buffers", 1)) {
        return buffers();
    }
    if (is("same", 1)) {
        return same();
    }
    if (is("time", 2)) {
        return measure_time(std::stoi(args[1]));
    }
    if (is("clients", 3)) {
        return clients(std::stoi(args[1]), std::stoi(args[2]));
    }
    if (is("first", 2)) {
        return first(std::stoi(args[1]));
    }
    if (is("pages", 2)) {
        return many_pages(std::stol(args[1]));
    }
    die("see the head of client.cpp");
}
