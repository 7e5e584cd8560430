// The same with every scenario.
import './conformance.test.ts'
