// Some ways through the models for every change, walked by the real code; `npm run break` draws others.
import { expectNothingFound } from '../expect-nothing.ts'
import { replays } from './replays.ts'

expectNothingFound(replays, { rounds: 4, usual: 5 })
