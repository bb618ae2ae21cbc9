package studio

import (
	"encoding/json"
	"fmt"
)

// wordList is the vocabulary for completion.
type wordList struct {
	Actions []struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		Arguments   []struct {
			Name        string   `json:"name"`
			Type        string   `json:"type"`
			Unit        string   `json:"unit"`
			Description string   `json:"description"`
			Required    bool     `json:"required"`
			Enum        []string `json:"enum"`
		} `json:"arguments"`
		Ends bool `json:"ends"`
	} `json:"actions"`
	Inputs []struct {
		Name        string `json:"name"`
		Type        string `json:"type"`
		Unit        string `json:"unit"`
		Description string `json:"description"`
	} `json:"inputs"`
	Machines []string `json:"machines"`
	Skills   []string `json:"skills"`
}

// newWordList reads the vocabulary's JSON; none is an empty list.
func newWordList(text json.RawMessage) (*wordList, error) {
	w := &wordList{}
	if len(text) == 0 {
		return w, nil
	}
	if err := json.Unmarshal(text, w); err != nil {
		return nil, fmt.Errorf("the vocabulary of the studio: %w", err)
	}
	return w, nil
}
