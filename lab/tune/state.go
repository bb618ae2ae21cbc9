package tune

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// state is what a search has measured, on disk. The search itself is rebuilt from it.
type state struct {
	Version int         `json:"version"`
	Search  string      `json:"search"` // of what the numbers are: a digest
	Costs   [][]float64 `json:"costs"`  // by generation and candidate
	Failed  [][]int     `json:"failed"`

	path string
}

const stateVersion = 1

// digest identifies a search: two with the same digest propose the same points. Generations are left out, so that a search can
// be made longer.
func digest(f *File) string {
	short := *f
	short.Path, short.Title, short.Generations = "", "", 0
	sum := sha256.Sum256(fmt.Appendf(nil, "%+v", short))
	return hex.EncodeToString(sum[:8])
}

// openState reads what is there.
func openState(path string, f *File) (*state, error) {
	s := &state{Version: stateVersion, Search: digest(f), path: path}
	if path == "" {
		return s, nil
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	} else if err != nil {
		return nil, fmt.Errorf("take up the search: %w", err)
	}
	var old state
	if err := json.Unmarshal(data, &old); err != nil {
		return nil, fmt.Errorf("take up the search: %s: %w; delete it to begin anew", path, err)
	}
	if old.Version != stateVersion || old.Search != s.Search {
		return nil, fmt.Errorf("take up the search: %s belongs to another one: the tune file has changed; delete it to begin anew", path)
	}
	for g, costs := range old.Costs {
		if len(costs) != f.Population || g >= len(old.Failed) || len(old.Failed[g]) != f.Population {
			return nil, fmt.Errorf("take up the search: %s: generation %d is not whole; delete it to begin anew", path, g+1)
		}
	}
	s.Costs, s.Failed = old.Costs, old.Failed
	if len(s.Costs) > f.Generations {
		s.Costs, s.Failed = s.Costs[:f.Generations], s.Failed[:f.Generations]
	}
	return s, nil
}

// restore sets the costs of a generation's candidates.
func (s *state) restore(g int, candidates []Candidate) {
	for i := range candidates {
		candidates[i].Cost, candidates[i].Failed = s.Costs[g][i], s.Failed[g][i]
	}
}

// add writes a generation; a kill leaves the old file or the new one.
func (s *state) add(candidates []Candidate) error {
	costs, failed := make([]float64, len(candidates)), make([]int, len(candidates))
	for i, c := range candidates {
		costs[i], failed[i] = c.Cost, c.Failed
	}
	s.Costs, s.Failed = append(s.Costs, costs), append(s.Failed, failed)
	if s.path == "" {
		return nil
	}
	data, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("keep the search: %w", err)
	}
	fresh := s.path + ".new"
	if err := os.WriteFile(fresh, data, 0o666); err != nil {
		return fmt.Errorf("keep the search: %w", err)
	}
	if err := os.Rename(fresh, s.path); err != nil {
		return fmt.Errorf("keep the search: %w", err)
	}
	return nil
}
