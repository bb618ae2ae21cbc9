package tune

import "fmt"

// The searches.
const (
	methodCMA   = "cma"
	methodGonum = "gonum"
)

// newSearch starts a search by its name.
func newSearch(method string, mean []float64, sigma float64, population int, seed uint64) (Search, error) {
	switch method {
	case methodCMA:
		return newCMA(mean, sigma, population, seed), nil
	case methodGonum:
		return newChol(mean, sigma, population, seed)
	}
	return nil, fmt.Errorf("method %q: expected %s or %s", method, methodCMA, methodGonum)
}
