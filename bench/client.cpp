// Runs prepared statements over libpq's extended protocol, as a driver does, and measures the backend.
//
//   client instructions FOLDER         each page in instructions, counted by callgrind in FOLDER
//
// Reads cases from standard input, one a line, tab between the fields:
//   name   settings (SQL, may be empty)   query whose rows are the parameters of one page each   the page's SQL
// and prints a line for each: name, figure(s).

#include <libpq-fe.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Row = std::vector<std::optional<std::string>>;

struct Case {
    std::string name, settings, places, sql;
};

[[noreturn]] void die(const std::string &what) {
    std::cerr << "client: " << what << '\n';
    std::exit(1);
}

// One connection; every failure ends the program.
class Session {
  public:
    Session() : conn_(PQconnectdb("application_name=bench")) {
        if (PQstatus(conn_) != CONNECTION_OK) {
            die(PQerrorMessage(conn_));
        }
        PQsetNoticeProcessor(conn_, [](void *, const char *) {}, nullptr);
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
        std::vector<const char *> values;
        for (const auto &p : parameters) {
            values.push_back(p ? p->c_str() : nullptr);
        }
        PGresult *result =
            PQexecPrepared(conn_, name.c_str(), static_cast<int>(values.size()), values.data(), nullptr, nullptr, 0);
        if (PQresultStatus(result) != PGRES_TUPLES_OK) {
            die(name + ": " + PQerrorMessage(conn_));
        }
        PQclear(result);
    }

  private:
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

// Makes the session what the case wants; returns its places.
std::vector<Row> set_up(Session &session, const Case &c, const std::string &statement) {
    session.query("RESET ALL");
    session.query("SET TimeZone = 'UTC'");
    if (!c.settings.empty()) {
        session.query(c.settings);
    }
    session.prepare(statement, c.sql);
    auto places = session.query(c.places);
    if (places.empty()) {
        die(c.name + ": no place to page from");
    }
    return places;
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
        const std::string statement = "page" + std::to_string(++statements);
        const auto places = set_up(session, c, statement);
        const auto walk = [&] {
            for (const auto &place : places) {
                session.page(statement, place);
            }
        };
        walk();
        session.query("SELECT bench_count()");
        walk();
        session.query("SELECT bench_dump()");
        walk();
        walk();
        session.query("SELECT bench_dump()");
        dumps += 2;
        const std::string once = dump + std::to_string(dumps - 1), twice = dump + std::to_string(dumps);
        const long pages = static_cast<long>(places.size());
        std::cout << c.name << '\t' << (total_of(twice) - total_of(once)) / pages << '\t' << twice << '\t' << 2 * pages
                  << std::endl;
    }
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "instructions" && argc == 3) {
        return instructions(argv[2]);
    }
    die("instructions FOLDER");
}
