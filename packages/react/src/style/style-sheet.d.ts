declare const nothing: undefined
export default nothing
