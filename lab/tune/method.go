package tune

import (
	"fmt"
	"strings"
)

// The searches.
const (
	methodCMA   = "cma"
	methodGA    = "ga"
	methodPSO   = "pso"
	methodGonum = "gonum"
)

// methods are the searches by their names in tune files.
var methods = []string{methodCMA, methodGA, methodPSO, methodGonum}

// newSearch starts a search by its name.
func newSearch(method string, mean []float64, sigma float64, population int, seed uint64) (Search, error) {
	switch method {
	case methodCMA:
		return newCMA(mean, sigma, population, seed), nil
	case methodGA:
		return newGenetic(mean, sigma, population, seed), nil
	case methodPSO:
		return newSwarm(mean, sigma, population, seed), nil
	case methodGonum:
		return newChol(mean, sigma, population, seed)
	}
	return nil, unknownMethod(method)
}

// unknownMethod returns an error that lists the methods.
func unknownMethod(method string) error {
	return fmt.Errorf("method: %q: expected %s", method, strings.Join(methods, ", "))
}
