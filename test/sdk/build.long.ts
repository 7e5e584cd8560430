// The same with TypeScript 5 too.
import './build.slow.ts'
