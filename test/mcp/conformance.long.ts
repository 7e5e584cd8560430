// The same with every scenario.
import './conformance.slow.ts'
