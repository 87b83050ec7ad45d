# Unit tests of src/core with GoogleTest: `make unit`. No server is needed. To be included by the top Makefile after PGXS,
# or used alone from the root: make -f test/unit/unit.mk unit
#
#   UNIT_CXX=clang++             another compiler
#   UNIT_FLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all'
#   UNIT_DIR=build/unit-asan     another folder, so that objects of different flags do not mix
#   UNIT_ARGS=--gtest_filter=…   arguments of the test program

UNIT_CXX ?= g++
UNIT_FLAGS ?= -O2 -g
UNIT_DIR ?= build/unit
UNIT_ARGS ?=

UNIT_WARNINGS = -Wall -Wextra -Wshadow -Wconversion -Wold-style-cast -Werror
# What the module itself is compiled with; the tests around it may throw, as GoogleTest does.
UNIT_CORE_FLAGS = -std=c++20 -fno-exceptions -fno-rtti -fno-threadsafe-statics -fvisibility=hidden -fPIC $(UNIT_WARNINGS)
UNIT_TEST_FLAGS = -std=c++20 $(UNIT_WARNINGS) -D_GLIBCXX_ASSERTIONS -Isrc/core -Itest/unit

UNIT_CORE_OBJS = $(patsubst src/core/%.cpp,$(UNIT_DIR)/core/%.o,$(wildcard src/core/*.cpp))
UNIT_TEST_OBJS = $(patsubst test/unit/%.cpp,$(UNIT_DIR)/%.o,$(wildcard test/unit/*.cpp))

.PHONY: unit unit-symbols
unit: $(UNIT_DIR)/unit_tests unit-symbols
	$(UNIT_DIR)/unit_tests --gtest_brief=1 $(UNIT_ARGS)

$(UNIT_DIR)/unit_tests: $(UNIT_CORE_OBJS) $(UNIT_TEST_OBJS)
	$(UNIT_CXX) $(UNIT_FLAGS) -o $@ $^ -lgtest -lgtest_main -lpthread -lcrypto

$(UNIT_CORE_OBJS): $(UNIT_DIR)/core/%.o: src/core/%.cpp test/unit/unit.mk
	@mkdir -p $(@D)
	$(UNIT_CXX) $(UNIT_CORE_FLAGS) $(UNIT_FLAGS) -MMD -MP -c -o $@ $<

$(UNIT_TEST_OBJS): $(UNIT_DIR)/%.o: test/unit/%.cpp test/unit/unit.mk
	@mkdir -p $(@D)
	$(UNIT_CXX) $(UNIT_TEST_FLAGS) $(UNIT_FLAGS) -MMD -MP -c -o $@ $<

# The core needs nothing of libstdc++: no new or delete, no throw, no guard, not even string_view::substr. A sanitizer
# brings needs of its own, so its build is not asked.
unit-symbols: $(UNIT_CORE_OBJS)
ifeq ($(findstring -fsanitize,$(UNIT_FLAGS)),)
	@found=$$(nm --undefined-only $^ | grep -E ' (_Zn|_Zd|_ZSt|_ZNSt|_ZNKSt|_ZTI|_ZTV|__cxa_|__gxx_)'); \
	if [ -n "$$found" ]; then echo "src/core needs libstdc++:"; echo "$$found"; exit 1; fi
endif

-include $(UNIT_CORE_OBJS:.o=.d) $(UNIT_TEST_OBJS:.o=.d)
