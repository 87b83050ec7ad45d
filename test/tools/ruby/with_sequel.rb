# Sequel: a dataset over the function gives models, with the row's cursor as one more value.
require 'sequel'

DB = Sequel.connect(adapter: 'postgres', host: ENV['PGHOST'], port: ENV['PGPORT'], user: ENV['PGUSER'],
                    database: ENV['PGDATABASE'])
DB.extension :pg_array

class Incident < Sequel::Model
  def self.page(team, cursor: nil, backward: false, limit: 7)
    rows = Sequel.function(:keyset_rows, Sequel.lit('NULL::incidents'), 'updated_at DESC', cursor, limit,
                           'team = $1', Sequel.pg_array([team], :text), backward)
    from(rows.as(:r)).select(Sequel.lit('(r.item).*'), :row_cursor, :has_more).all
  end
end

def show(way, page)
  page.each { |incident| puts "#{way} | #{incident.id} | #{incident.title}" }
end

team = %q(o'neil "ops")
n = 1
page = Incident.page(team)
show('forward 1', page)
while page.last[:has_more]
  page = Incident.page(team, cursor: page.last[:row_cursor])
  show("forward #{n += 1}", page)
end
n = 0
more = true
while more
  page = Incident.page(team, cursor: page.first[:row_cursor], backward: true)
  show("back #{n += 1}", page)
  more = page.first[:has_more]
end

begin
  Incident.page(team, cursor: 'not-a-cursor')
rescue Sequel::DatabaseError => e
  puts "error #{e.wrapped_exception.result.error_field(PG::Result::PG_DIAG_SQLSTATE)}"
end
