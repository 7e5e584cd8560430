// The same with every request.
import './every-operation.test.ts'
import './malformed.test.ts'
