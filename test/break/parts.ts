// All parts of the machine, in the order in which they run.
import type { Part } from './part.ts'

export const parts: Readonly<Record<string, () => Promise<Part>>> = {
  stories: async () => (await import('./stories/life-stories.ts')).stories,
  fuzz: async () => (await import('./fuzz/fuzz.ts')).fuzz,
  models: async () => (await import('./models/replays.ts')).replays,
  histories: async () => (await import('./histories/histories.ts')).histories,
}
