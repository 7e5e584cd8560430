// The same with more people and more rounds.
import './look-up.test.ts'
import './operator-matches.test.ts'
import './scan-recall.test.ts'
import './scan.test.ts'
