// Jobs of every night over the operator's interface: which came, which are expected and did not come, and backups.
import { Type } from '../shape/schema.ts'
import { record, text } from '../shape/shape.ts'
import { backupRuns } from '../store/backup/backup-runs.ts'
import { expectJob, jobs, stopExpecting } from '../store/writing/jobs.ts'
import { jobSubject } from './audit.ts'
import { existingRow, listFrom, oneFrom } from './list-operations.ts'
import { operatorOperation } from './operation.ts'

/** From a quarter of an hour to a quarter of a year. */
const everyMinutes = Type.Integer({ minimum: 15, maximum: 132_480 })

export const jobOperations = [
  operatorOperation('GET', '/jobs', {
    summary:
      'Jobs that come again and again, loads and the backup: the last run with what it changed, the next, and whether it is late',
    for: 'read',
    ...listFrom(jobs),
  }),
  operatorOperation('GET', '/jobs/{id}', { summary: 'One job, by its name', for: 'read', ...oneFrom(jobs) }),
  operatorOperation('POST', '/jobs/{id}', {
    summary:
      'Expect a job so often: where it does not come, Today, the metrics and the log say so. A load says with job, or --job, which one it is; backup is the job of backups',
    for: 'operate',
    changes: jobSubject,
    body: record({ everyMinutes }),
    answers: jobs.Whole,
    run: async ({ path, body, operator, database }) => {
      await expectJob(database, { name: path.id, ...body, who: operator.name })
      return existingRow(jobs, database, path.id)
    },
  }),
  operatorOperation('DELETE', '/jobs/{id}', {
    summary: 'Expect a job no longer; what it did stays listed',
    for: 'operate',
    changes: jobSubject,
    answers: record({ name: text }),
    run: async ({ path, database }) => {
      const { name } = await existingRow(jobs, database, path.id)
      await stopExpecting(database, name)
      return { name }
    },
  }),
  operatorOperation('GET', '/backups', {
    summary: 'Backups that were made and restores that were tried, newest first',
    for: 'read',
    ...listFrom(backupRuns),
  }),
]
