package game

import (
	"embed"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"gonao/internal/yamlread"
)

//go:embed books/*.yaml
var files embed.FS

var ours = yamlread.Named{Files: files, Dir: "books", What: "rule book"}

// Books returns the names of the rule books that come with gonao.
func Books() []string { return ours.Names() }

// Read returns the text of a rule book: one of ours by name, or a file when the name has a dot or a slash.
func Read(nameOrPath string) ([]byte, error) { return ours.Read(nameOrPath) }

// Load reads a rule book as [Read] names it. Errors name the file, the line and the key.
func Load(nameOrPath string) (*Book, error) {
	text, err := Read(nameOrPath)
	if err != nil {
		return nil, err
	}
	b, err := parseBook(nameOrPath, text)
	if err != nil {
		return nil, fmt.Errorf("load rule book: %w", err)
	}
	return b, nil
}

// Parse reads a rule book from YAML. Every number must be there, within its range, with a source.
func Parse(text []byte) (*Book, error) { return parseBook("", text) }

func parseBook(file string, text []byte) (*Book, error) {
	b, r := &Book{}, yamlread.New(file, text)
	r.Whole = true
	return b, r.Read(b)
}

// ReadYAML reads {value: 45, from: "gc halfDuration", differs: "…"}.
func (n *Number) ReadYAML(at yamlread.Node) {
	var file struct {
		Value   *float64 `yaml:"value" need:"a number"`
		From    string   `yaml:"from" need:"its source: every number has one"`
		Differs string   `yaml:"differs" optional:"true"`
	}
	if !at.Into(&file) {
		return
	}
	*n = Number{*file.Value, file.From, file.Differs}
	if err := at.About.Check(reflect.ValueOf(n.Value)); err != nil {
		at.Place(fmt.Errorf("value: %w", err))
	} else if at.About.Unit == "1" && n.Value != math.Trunc(n.Value) {
		at.Place(fmt.Errorf("value: %g: expected a whole number", n.Value))
	}
}

// Validate checks relations between keys.
func (b *Book) Validate() error {
	for _, ref := range b.Numbers() {
		doc, _, _ := strings.Cut(ref.Number.From, " ")
		doc = strings.TrimRight(doc, ",:;")
		if _, ok := b.Sources[doc]; !ok {
			return fmt.Errorf("%s: from %q: expected one of sources first: %s", ref.Key, ref.Number.From, strings.Join(sorted(b.Sources), ", "))
		}
	}
	for key := range b.Penalties {
		if _, err := parse[Penalty](penaltyNames, "penalty", key); err != nil {
			return fmt.Errorf("penalties: %w", err)
		}
	}
	for key, s := range b.SetPlays {
		if _, err := parse[SetPlay](setPlayNames, "set play", key); err != nil {
			return fmt.Errorf("set_plays: %w", err)
		}
		if s.Duration.Value == 0 && s.Ready.Value == 0 {
			return fmt.Errorf("set_plays.%s: expected a duration or a ready time above 0", key)
		}
	}
	if s, ok := b.SetPlays[KickOff.String()]; !ok || s.Ready.Value <= 0 {
		return fmt.Errorf("set_plays.kick_off.ready: expected a time above 0")
	}
	for _, name := range b.Referee.Indirect {
		if _, ok := b.SetPlays[name]; !ok {
			return fmt.Errorf("referee.indirect: %q: expected one of set_plays", name)
		}
	}
	if b.Match.Standby != (b.Match.DelayAfterReady.Value > 0) {
		return fmt.Errorf("match.standby: %t: expected true exactly where delay_after_ready is above 0", b.Match.Standby)
	}
	if b.Match.Players.Value > b.Match.MostPlayers.Value {
		return fmt.Errorf("match.players: %g: expected at most most_players, %g", b.Match.Players.Value, b.Match.MostPlayers.Value)
	}
	return nil
}

// A NumberRef is a number of a book by its key.
type NumberRef struct {
	Key    string // such as match.half
	Unit   string
	Count  bool // a count, not a measure
	Number *Number
}

// Numbers returns all numbers of a book, in the order of their keys in the book's form; those of maps are copies, which
// [Book.With] changes.
func (b *Book) Numbers() []NumberRef {
	var all []NumberRef
	collect(reflect.ValueOf(b).Elem(), "", "", &all)
	return all
}

func collect(v reflect.Value, key, unit string, all *[]NumberRef) {
	if v.Type() == reflect.TypeFor[Number]() {
		n := v.Interface().(Number)
		if n.From == "" {
			return // an optional key that the book does not have
		}
		if v.CanAddr() {
			*all = append(*all, NumberRef{key, unit, unit == "1", v.Addr().Interface().(*Number)})
		} else {
			*all = append(*all, NumberRef{key, unit, unit == "1", &n})
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			collect(v.Field(i), strings.TrimPrefix(key+"."+f.Tag.Get("yaml"), "."), f.Tag.Get("unit"), all)
		}
	case reflect.Map:
		for _, k := range sortedKeys(v) {
			collect(v.MapIndex(reflect.ValueOf(k)), key+"."+k, "", all)
		}
	default:
	}
}

// With returns a copy of a book with another value of one number, and nil when it has no such key.
func (b *Book) With(key string, value float64) *Book {
	c := *b
	c.Penalties, c.SetPlays = map[string]PenaltyRule{}, map[string]SetPlayRule{}
	found := false
	for k, p := range b.Penalties {
		if key == "penalties."+k+".duration" {
			p.Duration.Value, found = value, true
		}
		c.Penalties[k] = p
	}
	for k, s := range b.SetPlays {
		switch key {
		case "set_plays." + k + ".duration":
			s.Duration.Value, found = value, true
		case "set_plays." + k + ".ready":
			s.Ready.Value, found = value, true
		}
		c.SetPlays[k] = s
	}
	for _, ref := range c.Numbers() {
		if !found && ref.Key == key {
			ref.Number.Value, found = value, true
		}
	}
	if !found {
		return nil
	}
	return &c
}

func sorted(m map[string]string) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func sortedKeys(v reflect.Value) []string {
	var keys []string
	for _, k := range v.MapKeys() {
		keys = append(keys, k.String())
	}
	slices.Sort(keys)
	return keys
}
