// The functions of the database, and the triggers that call them, whole and as they run today: functions/ has them all. A
// server that declares another schema than the database has puts them there, so an older one never puts its own back. A
// function that takes or gives something else gets another name: servers of the version before still call it.
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('./functions/', import.meta.url)

export const databaseFunctions: string = readdirSync(folder)
  .toSorted()
  .map(file => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n')
