package yamlread

import (
	"embed"
	"fmt"
	"os"
	"slices"
	"strings"

	"gonao/internal/wording"
)

// Named are YAML files of a directory that come with gonao and are read by name, or files of the user's by path.
type Named struct {
	Files embed.FS
	Dir   string
	What  string // they are, such as world
}

// Names returns the names of the files, in alphabetical order.
func (n Named) Names() []string {
	entries, err := n.Files.ReadDir(n.Dir)
	if err != nil {
		panic(err) // they are embedded
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	slices.Sort(names)
	return names
}

// Read returns the text of one of the files, or of the file of a path, which has a dot or a slash.
func (n Named) Read(nameOrPath string) ([]byte, error) {
	if strings.ContainsAny(nameOrPath, "./") {
		text, err := os.ReadFile(nameOrPath)
		if err != nil {
			return nil, fmt.Errorf("load %s: %w", n.What, err)
		}
		return text, nil
	}
	text, err := n.Files.ReadFile(n.Dir + "/" + nameOrPath + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("%s %q: no such %s; want one of %s, or the path of a .yaml file%s", n.What, nameOrPath, n.What, strings.Join(n.Names(), ", "), wording.DidYouMeanFile(nameOrPath, n.Names()))
	}
	return text, nil
}
