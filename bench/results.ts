// Writes what a bench found as a document, with the machine and the versions.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import { promisify } from 'node:util'
import { stolen } from './processor.ts'

/** Without `misses` it has no goals. */
export type Section = { title: string; text: readonly string[]; misses?: readonly string[] }

export type Results = {
  command: string
  heading: string
  facts: readonly string[]
  sections: readonly Section[]
}

const atStart = await stolen()

/** What others on the host took of the processors since the bench began: rates are worth less the more it was. */
async function takenByOthers(): Promise<string> {
  const { all, others } = await stolen()
  const share = (others - atStart.others) / Math.max(1, all - atStart.all)
  return `others on the host took ${(share * 100).toFixed(1)} % of the processors meanwhile`
}

/** The commit, where this is a checkout. */
const commit = () =>
  promisify(execFile)('git', ['describe', '--always', '--dirty', '--exclude=*'], {
    cwd: import.meta.dirname,
  }).then(
    ({ stdout }) => stdout.trim(),
    () => 'unknown',
  )

export async function writeResults(
  file: string,
  { command, heading, facts, sections }: Results,
): Promise<void> {
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${type()} ${release()}`
  const misses = sections.flatMap(section => section.misses ?? [])
  const goals =
    misses.length === 0
      ? 'Every goal was met.'
      : `Goals that were not met:\n\n${misses.map(miss => `- ${miss}`).join('\n')}`
  const text = [
    `# ${heading}`,
    `Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}. Numbers hold for this machine; the shares travel better.`,
    [
      `- ${machine}; ${await takenByOthers()}`,
      `- commit ${await commit()}, Node.js ${process.version}`,
      ...facts.map(fact => `- ${fact}`),
    ].join('\n'),
    ...(sections.some(section => section.misses) ? [goals] : []),
    ...sections.flatMap(({ title, text: paragraphs }) => [`## ${title}`, ...paragraphs]),
  ]
  await writeFile(file, `${text.join('\n\n')}\n`)
}
