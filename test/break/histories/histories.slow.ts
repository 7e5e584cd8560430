// One history with faults for every change; `npm run break` tells others.
import { expectNothingFound } from '../expect-nothing.ts'
import { histories } from './histories.ts'

expectNothingFound(histories, { rounds: 1, usual: 16 })
