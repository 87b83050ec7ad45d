# keyset_page: page any relation by keyset from plain SQL
EXTENSION = keyset_page
MODULE_big = keyset_page
DATA = keyset_page--1.0.sql
OBJS = $(patsubst %.cpp,%.o,$(wildcard src/core/*.cpp src/server/*.cpp))

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
PG_CPPFLAGS = -isystem $(shell $(PG_CONFIG) --includedir-server)
PG_CXXFLAGS = -std=c++20 -fno-exceptions -fno-rtti -fno-threadsafe-statics -fvisibility=hidden \
	-Wall -Wextra -Wshadow -Wconversion -Wold-style-cast -Wno-register
SHLIB_LINK = -lcrypto
include $(PGXS)
COMPILE.cxx.bc += $(PG_CXXFLAGS)
