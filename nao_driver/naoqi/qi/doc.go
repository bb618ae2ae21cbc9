// Package qi holds the services of NAOqi that gonao uses, as qiloop's generator writes
// them from services.qi.idl: of each service the client's proxy, and the stub on which
// a fake one stands.
//
// The file lists the methods that are called, with the types that NAOqi 2.1 to 2.8
// tell of them; "any" is an ALValue. It is written by hand from the maker's public
// documentation. A robot may have more methods, and numbers them as it likes: a proxy
// asks for them by name.
package qi

//go:generate env GENERATE=services go test -count=1 -run TestTheServicesAreUpToDate .
