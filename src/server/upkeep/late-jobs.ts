// Says once of each job that is expected that it did not come, and once that it came after all.
import { jobs, lateWords } from '../../store/writing/jobs.ts'
import { countEveryMs, type Round, startDelayMs, type UpkeepContext } from './round.ts'

export const lateJobRound = (context: UpkeepContext): Round => ({
  tasks: [
    { name: 'expected_jobs', trouble: 'jobs that are expected were not looked at', run: lateJobs(context) },
  ],
  restMs: countEveryMs,
  startMs: startDelayMs,
})

function lateJobs({ home: { database }, log }: UpkeepContext): () => Promise<void> {
  const told = new Set<string>()
  return async () => {
    for (const job of await jobs.rows(database)) {
      if (job.isLate && !told.has(job.name)) {
        told.add(job.name)
        log.warn({ job: job.name, expected: job.nextAt }, lateWords(job))
      } else if (!job.isLate && told.delete(job.name)) log.info({ job: job.name }, 'the job came after all')
    }
  }
}
