// Of the demo programme, what a new worker refers to: enough to send the examples of the documents, and soon loaded.
import { demoProgramme } from '../../demo/programme.ts'

const needed = [
  'file',
  'company',
  'agency',
  'masterTrade',
  'masterQualification',
  'rightToWorkCheck',
  'smartCheckConfiguration',
]

export const linesForNewWorkers = (): object[] =>
  [...demoProgramme(new Date())].filter(line => needed.includes((line as { type: string }).type))
