package twin

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"gonao/hfsm"
)

// Main is the program of generated machines: it runs each with some seeds and prints
// what they did, as JSON.
func Main(machines map[string]func(*Host) (Machine, error)) {
	seeds, _ := strconv.Atoi(os.Args[1])
	ticks, _ := strconv.Atoi(os.Args[2])
	traces := map[string][]string{}
	for name, build := range machines {
		for seed := range seeds {
			traces[name] = append(traces[name], Run(uint64(seed), ticks, build))
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(traces); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Float writes a float as the arguments of the interpreter are written.
func Float(v float64) string { return hfsm.FloatValue(v).Text() }
