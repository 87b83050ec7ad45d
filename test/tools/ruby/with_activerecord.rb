# ActiveRecord: find_by_sql gives models, with the row's cursor as one more attribute.
require 'active_record'

ActiveRecord::Base.establish_connection(
  adapter: 'postgresql', host: ENV['PGHOST'], port: ENV['PGPORT'], username: ENV['PGUSER'], database: ENV['PGDATABASE']
)

class Incident < ActiveRecord::Base
  def self.page(team, cursor: nil, backward: false, limit: 7)
    find_by_sql([<<~SQL, { order: 'updated_at DESC', cursor: cursor, limit: limit, team: team, backward: backward }])
      SELECT (r.item).*, r.row_cursor, r.has_more
        FROM keyset_rows(NULL::incidents, :order, :cursor, :limit, 'team = $1', ARRAY[:team], :backward) r
    SQL
  end
end

def show(way, page)
  page.each { |incident| puts "#{way} | #{incident.id} | #{incident.title}" }
end

team = %q(o'neil "ops")
n = 1
page = Incident.page(team)
show('forward 1', page)
while page.last.has_more
  page = Incident.page(team, cursor: page.last.row_cursor)
  show("forward #{n += 1}", page)
end
n = 0
more = true
while more
  page = Incident.page(team, cursor: page.first.row_cursor, backward: true)
  show("back #{n += 1}", page)
  more = page.first.has_more
end

begin
  Incident.page(team, cursor: 'not-a-cursor')
rescue ActiveRecord::StatementInvalid => e
  puts "error #{e.cause.result.error_field(PG::Result::PG_DIAG_SQLSTATE)}"
end
