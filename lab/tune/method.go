package tune

// Methods are the searches by their names in tune files; the first one is used if a file names none.
var Methods = []string{methodCMA, methodGA, methodPSO}

const (
	methodCMA = "cma"
	methodGA  = "ga"
	methodPSO = "pso"
)

// newSearch starts a search by its name, which a File has checked.
func newSearch(method string, mean []float64, sigma float64, population int, seed uint64) Search {
	switch method {
	case methodGA:
		return newGenetic(mean, sigma, population, seed)
	case methodPSO:
		return newSwarm(mean, sigma, population, seed)
	}
	return newCMA(mean, sigma, population, seed)
}
