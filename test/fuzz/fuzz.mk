# Fuzz targets of src/core with libFuzzer (clang++): `make fuzz SECONDS=60`. To be included by the top Makefile after PGXS,
# or used alone from the root: make -f test/fuzz/fuzz.mk fuzz
#
#   fuzz        runs every target from the seeds in test/fuzz/corpus, SECONDS in all, and fails on a finding, which is left
#               in build/fuzz. What it learns it keeps in build/fuzz/corpus for the next run; the tree is not touched.
#   fuzz-seeds  runs the seeds and nothing else: some seconds, for a check of every change

FUZZ_CXX ?= clang++
FUZZ_DIR ?= build/fuzz
FUZZ_ARGS ?=
SECONDS ?= 60

FUZZ_TARGETS = open roundtrip base64url
FUZZ_FLAGS = -std=c++20 -O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
	-fno-exceptions -fno-rtti -fno-threadsafe-statics -Wall -Wextra -Wshadow -Wconversion -Wold-style-cast -Werror \
	-Isrc/core -Itest/fuzz -Itest/unit
FUZZ_BINARIES = $(FUZZ_TARGETS:%=$(FUZZ_DIR)/fuzz_%)

.PHONY: fuzz fuzz-seeds
fuzz: $(FUZZ_BINARIES)
	@each=$$(( ($(SECONDS) + $(words $(FUZZ_TARGETS)) - 1) / $(words $(FUZZ_TARGETS)) )); \
	for target in $(FUZZ_TARGETS); do \
		echo "fuzz_$$target, $$each s"; \
		mkdir -p $(FUZZ_DIR)/corpus/$$target; \
		$(FUZZ_DIR)/fuzz_$$target -max_total_time=$$each -max_len=4200 -timeout=5 -print_final_stats=1 \
			-artifact_prefix=$(FUZZ_DIR)/$$target- $(FUZZ_ARGS) \
			$(FUZZ_DIR)/corpus/$$target test/fuzz/corpus/$$target >$(FUZZ_DIR)/$$target.log 2>&1 || \
			{ tail -n 60 $(FUZZ_DIR)/$$target.log; exit 1; }; \
		grep -E 'DONE|number_of_executed_units' $(FUZZ_DIR)/$$target.log; \
	done

fuzz-seeds: $(FUZZ_BINARIES)
	@for target in $(FUZZ_TARGETS); do \
		$(FUZZ_DIR)/fuzz_$$target -runs=0 -artifact_prefix=$(FUZZ_DIR)/$$target- test/fuzz/corpus/$$target \
			>$(FUZZ_DIR)/$$target.log 2>&1 || { tail -n 60 $(FUZZ_DIR)/$$target.log; exit 1; }; \
	done

$(FUZZ_BINARIES): $(FUZZ_DIR)/fuzz_%: test/fuzz/fuzz_%.cpp $(wildcard src/core/*.cpp src/core/*.hpp) \
		test/fuzz/fuzz.hpp test/unit/same_cursor.hpp test/fuzz/fuzz.mk
	@mkdir -p $(@D)
	$(FUZZ_CXX) $(FUZZ_FLAGS) -o $@ $(filter %.cpp,$^) -lcrypto
