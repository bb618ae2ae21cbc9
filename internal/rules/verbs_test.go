package rules

import (
	"slices"
	"strings"
)

// verbs are the verbs that a doc comment may begin with. The words that style.md replaces by others (gives, tells,
// says, knows, takes, lets, asks) are not among them.
const verbs = `
	is are was has have must may can implements
	returns reports lists counts finds selects computes measures estimates predicts samples interpolates evaluates compares
	sums checks validates tests judges decides detects limits bounds clamps
	sets adds appends inserts puts fills replaces removes deletes clears resets changes updates applies moves copies merges joins splits
	sorts scales mirrors rotates transforms converts encodes decodes marshals unmarshals parses formats wraps maps normalizes integrates
	holds stores keeps records collects remembers caches reserves frees releases shares
	makes creates builds generates compiles prepares begins starts runs steps ticks advances executes performs restarts continues
	pauses resumes ends stops cancels closes opens connects disconnects binds registers waits blocks sleeps tries retries
	reads writes prints draws renders paints shows logs announces notifies signals names describes explains numbers marks
	publishes subscribes advertises sends posts receives delivers passes serves offers calls requests answers accepts refuses rejects
	allows forbids watches listens follows observes yields
	loads saves completes chooses switches searches plans places drives commands controls walks kicks plays speaks tunes adapts
	specifies defines identifies represents contains requires expects shortens trims
	turns lights presses pushes pulls simulates replays undoes locks unlocks
`

// isVerb reports whether a word is one of the verbs, in the singular or in the plural.
func isVerb(word string) bool {
	all := strings.Fields(verbs)
	return slices.Contains(all, word) || slices.Contains(all, word+"s") || slices.Contains(all, word+"es")
}
