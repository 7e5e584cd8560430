// How things stand on a day, or on the worst of several, in SQL: of each thing the stretch that says so (kernel/query/standing.ts).

import { and, name, or, type Sql, sql } from '../../database/sql.ts'
import type { Condition } from '../../kernel/query/plan.ts'
import type { Standing } from '../../kernel/query/standing.ts'
import { narrowRows } from '../records/tables.ts'

/** What the conditions ask of stretches, if anything. */
export const standingIn = ({ where }: { where: readonly Condition[] }): Standing | undefined =>
  where.flatMap(condition => ('standing' in condition ? condition.standing : []))[0]

export const standingColumns = ({ columns }: Standing): string[] => Object.values(columns)

/** A row of stretches: the one that is asked about, or another one of the same thing. */
type Alias = 's' | 'other'

const moment = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`
/** Days of 24 hours, whatever the time zone of the session. */
const days = (number: number) => sql`(${number}::int * interval '24 hours')`

/** Of one day each row says the same with less to work out: its stretch has that day, so no day of it is before or after. */
const isOneDay = ({ first, last }: Standing) => first === last

const at = ({ columns }: Standing, which: keyof Standing['columns'], alias: Alias = 's') =>
  sql`${name(alias)}.${name(columns[which])}`

const isWithin = (asked: Standing, alias: Alias) =>
  sql`${at(asked, 'from', alias)} <= ${moment(asked.last)} and ${at(asked, 'to', alias)} > ${moment(asked.first)}`

/** Whether its best is about to end on a day that is asked about; never null. */
function endsSoon(asked: Standing, alias: Alias = 's'): Sql {
  const { last, within, words } = asked
  const latest = isOneDay(asked)
    ? moment(last)
    : sql`least(${moment(last)}, ${at(asked, 'to', alias)} - ${days(1)})`
  return sql`coalesce(${at(asked, 'state', alias)} = ${words.settled[0]!}
    and ${at(asked, 'until', alias)} <= ${latest} + ${days(within)}, false)`
}

/** 0 is best. */
const rank = (asked: Standing, alias: Alias) => sql`case
  when ${at(asked, 'state', alias)} = ${asked.words.settled[0]!} then ${endsSoon(asked, alias)}::int
  else array_position(${asked.words.settled}::text[], ${at(asked, 'state', alias)}) end`

export const stateShown = (asked: Standing): Sql =>
  sql`case when ${endsSoon(asked)} then ${asked.words.soon}::text else ${at(asked, 'state')} end`

/** The first of the days that are asked about on which it stands as it is shown. */
const dayShown = (asked: Standing) =>
  isOneDay(asked)
    ? moment(asked.first)
    : sql`greatest(${moment(asked.first)}, ${at(asked, 'from')},
        case when ${endsSoon(asked)} then ${at(asked, 'until')} - ${days(asked.within)} end)`

/** It is best, and not for long. What ends within days of these ends after the first of them, which an index has in order. */
const endsWithinDays = (asked: Standing, number: number) =>
  sql`${at(asked, 'state')} = ${asked.words.settled[0]!} and ${at(asked, 'until')} > ${moment(asked.first)}
    and ${at(asked, 'until')} <= ${dayShown(asked)} + ${days(number)}`

/** No other of the same thing is worse, or as bad before it. Most stretches have all of the days, and then there is no other. */
function isWorst(asked: Standing): Sql {
  const [own, theirs] = [rank(asked, 's'), rank(asked, 'other')]
  return sql`(${at(asked, 'from')} <= ${moment(asked.first)} and ${at(asked, 'to')} > ${moment(asked.last)}
    or not exists (select from ${narrowRows(asked)} other
      where other.${name(asked.columns.of)} = ${at(asked, 'of')} and ${isWithin(asked, 'other')} and (${theirs} > ${own}
        or ${theirs} = ${own} and ${at(asked, 'from', 'other')} < ${at(asked, 'from')})))`
}

/** What is lacking, or what ends, as rows of a key and what it is called. */
const namesAt = (asked: Standing, which: 'lacking' | 'ending') =>
  sql`select key, called from unnest(${at(asked, which)}, ${at(asked, `${which}Names`)}) name(key, called)`

const ownNames = (asked: Standing) =>
  sql`${namesAt(asked, 'lacking')} union all ${namesAt(asked, 'ending')} where ${endsSoon(asked)}`

/** Asked of every row: one name after the other is found in half the time of an overlap. */
const hasOneOf = (asked: Standing, which: 'lacking' | 'ending', names: readonly string[]) =>
  names.map(one => sql`${one} = any(${at(asked, which)})`)

/** Whether it lacks one of these, or its best ends by one soon. The lists, which take longest to look at, are looked at last: who
 * stands best lacks nothing. */
const isNamed = (asked: Standing, names: readonly string[]) =>
  sql`(${at(asked, 'state')} <> ${asked.words.settled[0]!} and (${or(hasOneOf(asked, 'lacking', names))})
    or ${endsSoon(asked)} and (${or(hasOneOf(asked, 'ending', names))}))`

export function standingSql(asked: Standing): Sql {
  const { states, names, endsWithin } = asked
  return and([
    isWithin(asked, 's'),
    ...(isOneDay(asked) ? [] : [isWorst(asked)]),
    ...(states ? [sql`${stateShown(asked)} = any(${states}::text[])`] : []),
    ...(names ? [isNamed(asked, names)] : []),
    ...(endsWithin === undefined ? [] : [endsWithinDays(asked, endsWithin)]),
  ])
}

/** Rows once under each name of what they lack, or of what ends soon. */
export const withNames = (rows: Sql, asked: Standing): Sql =>
  sql`(select s.* from ${rows}) s, lateral (
    select key, min(called) as called from (${ownNames(asked)}) each group by key) named`
