# keyset_page: page any relation by keyset from plain SQL.
#
# "make help" lists the targets. The build is PGXS's; without PostgreSQL's development files only
# help, demo, test and bench work: they install what is missing first.

EXTENSION = keyset_page
MODULE_big = keyset_page
DATA = $(sort $(wildcard keyset_page--*.sql))
OBJS = $(patsubst %.cpp,%.o,$(sort $(wildcard src/core/*.cpp src/server/*.cpp)))
SHLIB_LINK = -lcrypto

# The regression tests, in this order, one at a time. The one list: test/run and test/lint read it.
REGRESS = setup \
	ordering nulls ties types collations backward expressions tie_breaker partitions views names search_path moving tokens big \
	filters columns cursor errors privileges rls catalog_changes settings offset_bridge explain keys rows json \
	functions golden prepared_transaction
REGRESS_OPTS = --inputdir=. --encoding=UTF8 --no-locale

PG_CONFIG ?= pg_config
PGXS := $(wildcard $(shell $(PG_CONFIG) --pgxs 2>/dev/null))

# WERROR=1 makes warnings errors, as "make test" does. The tree stays so until "make clean" or
# WERROR=0, so that going to and fro builds nothing twice.
WERROR ?= $(if $(wildcard .deps/werror),1,0)

# SANITIZE=undefined, in a tree of its own: test/long/ubsan.
SANITIZE ?=

.DEFAULT_GOAL := all

# --- what works without PostgreSQL ------------------------------------------------------------

.PHONY: help demo test test-long test-sweep test-drivers test-versions test-packaging test-ubsan test-valgrind test-cassert test-sqlsmith bench bench-instructions dist deb lint format

help:
	@test/bin/help

demo:
	@test/bin/bootstrap demo
	@demo/run

test:
	@test/bin/bootstrap test
	@test/run

test-long:
	@test/bin/bootstrap long
	@test/run --long

test-sweep:
	@test/bin/bootstrap test
	@test/bin/with-server test/sweep/daily --full

test-drivers:
	@test/bin/bootstrap test
	@test/drivers/run --install
	@test/tools/run --install
	@test/run drivers/run tools/run

# On other majors, in unpacked roots; as root.
test-versions:
	@test/bin/bootstrap test
	@test/versions/run $(VERSIONS)

test-packaging:
	@test/bin/bootstrap test
	@test/packaging/run

bench bench-instructions:
	@test/bin/bootstrap bench
	@test/bin/with-server bench/$(patsubst bench-%,%,$(patsubst bench,run,$@))

# What PGXN takes: the tree as it is committed, under its version.
version = $(shell sed -n 's/^   "version": "\(.*\)",/\1/p' META.json)
dist:
	git archive --format=zip --prefix=keyset_page-$(version)/ -o keyset_page-$(version).zip HEAD
	@echo keyset_page-$(version).zip

ifneq ($(PGXS),)

# --- the build ----------------------------------------------------------------------------------

PG_CPPFLAGS = -isystem $(shell $(PG_CONFIG) --includedir-server)
PG_CXXFLAGS = -std=c++20 -fno-exceptions -fno-rtti -fno-threadsafe-statics -fvisibility=hidden \
	-Wall -Wextra -Wshadow -Wconversion -Wold-style-cast -Wno-register $(if $(filter 1,$(WERROR)),-Werror) \
	$(SANITIZE:%=-fsanitize=% -fno-sanitize-recover=all)
SHLIB_LINK += $(SANITIZE:%=-fsanitize=%)
EXTRA_CLEAN = .deps results regression.diffs regression.out output_iso build $(wildcard *.zip)
include $(PGXS)
# PGXS gives PG_CXXFLAGS to the compiler, but not to the one that makes bitcode.
COMPILE.cxx.bc += $(PG_CXXFLAGS)

# Which headers each object rests on is noted while it is compiled. The server's own are left out
# (they are system headers here): after a change of those, "make clean".
depfile = .deps/$(subst /,-,$@).d
COMPILE.cc += -MMD -MP -MF $(depfile)
COMPILE.cxx.bc += -MMD -MP -MF $(depfile)
$(shell mkdir -p .deps)
-include $(wildcard .deps/*.d)

# The first build with WERROR=1 after one without begins anew; so does one for another server.
flags := $(shell $(PG_CONFIG) --version) $(CXX) $(origin CXX)
ifneq ($(flags),$(file <.deps/flags))
$(file >.deps/flags,$(flags))
$(shell touch .deps/anew)
endif
ifeq ($(WERROR),0)
$(shell rm -f .deps/werror)
else ifeq ($(wildcard .deps/werror),)
$(shell touch .deps/werror .deps/anew)
endif
$(OBJS) $(OBJS:.o=.bc): $(wildcard .deps/anew)

format:
	clang-format -i $(wildcard src/*/*.[ch]pp test/*/*.[ch]pp)

-include test/unit/unit.mk
-include test/fuzz/fuzz.mk

deb:
	@test/bin/bootstrap test
	@packaging/deb

lint: all
	@test/lint/run

print-%:
	@echo $($*)

test-ubsan:
	@test/bin/bootstrap test
	@test/long/ubsan

# SERVER=installed|/path/to/pg_config instead of one that is built from the distribution's source package.
test-valgrind test-cassert:
	@test/bin/bootstrap long
	@test/long/$(patsubst test-%,%,$@)

test-sqlsmith:
	@test/bin/bootstrap long
	@test/run long/sqlsmith

else

# --- no PostgreSQL: say so ------------------------------------------------------------------------

.PHONY: all install uninstall installcheck clean unit fuzz
all install uninstall installcheck unit fuzz lint test-ubsan test-valgrind test-cassert test-sqlsmith deb:
	@test/bin/bootstrap --check test
	@echo "$(PG_CONFIG) --pgxs names no file that is there: set PG_CONFIG=/path/to/pg_config" >&2; exit 1
clean:
	rm -rf .deps build keyset_page.so $(OBJS) $(OBJS:.o=.bc)

endif
