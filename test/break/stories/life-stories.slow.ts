// A few life stories for every change, the same ones each time; `npm run break` tells others for as long as it is given.
import { expectNothingFound } from '../expect-nothing.ts'
import { stories } from './life-stories.ts'

expectNothingFound(stories, { rounds: 2, usual: 43 })
