// Values under a name that an installation keeps, such as what it is called in a file store.
import type { Statements } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'

export const settingOf = (db: Statements, name: string) =>
  db.value(sql`select value from setting where name = ${name}`)

export const keepSetting = (db: Statements, name: string, value: string) =>
  db.rows(sql`
    insert into setting (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`)
