// The same with more people and more rounds.
import './look-up.test.ts'
import './operator-matches.slow.ts'
import './scan-recall.test.ts'
import './scan.slow.ts'
