// The same with every method.
import './matrix.test.ts'
