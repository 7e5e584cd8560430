// A few hundred hostile requests for every change, the same ones each time; `npm run break` draws others.
import { expectNothingFound } from '../expect-nothing.ts'
import { fuzz } from './fuzz.ts'

expectNothingFound(fuzz, { rounds: 6, usual: 12 })
