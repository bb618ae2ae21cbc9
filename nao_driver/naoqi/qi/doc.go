// Package qi holds the services of NAOqi that gonao uses, as qiloop's generator writes them from
// services.qi.idl: for each service the client's proxy, and the stub for fakes.
//
// The file lists the methods that are called, with their types in NAOqi 2.1 to 2.8; "any" is an
// ALValue. It is written by hand from the maker's public documentation. A robot may have more
// methods, and other numbers for them: a proxy looks them up by name.
package qi

//go:generate env GENERATE=services go test -count=1 -run TestTheServicesAreUpToDate .
