package dynamic

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"gonao/internal/rosidl"
	"gonao/internal/wording"
	"gonao/msgs"
)

// Library holds types by name. Its methods are safe for concurrent use.
type Library struct {
	mu     sync.Mutex
	files  map[string]file // by the full name of the interface, "std_msgs/msg/Header"
	set    *rosidl.Set     // types parsed from the files, and described types
	types  map[string]*messageType
	loaded map[string]bool // types loaded with all types they refer to
}

// file is a definition that is parsed when it is first used.
type file struct {
	pkg, kind, name string
	place           string // file, for errors
	text            string
}

// NewLibrary returns a library without any type.
func NewLibrary() *Library {
	return &Library{files: map[string]file{}, set: rosidl.NewSet(), types: map[string]*messageType{}, loaded: map[string]bool{}}
}

// compiledFiles are the definitions in package msgs.
var compiledFiles = sync.OnceValue(func() map[string]file {
	files := map[string]file{}
	own := msgs.Definitions()
	err := addPackage(files, msgs.Package, own, "")
	others, err2 := fs.ReadDir(own, "definitions")
	for _, e := range others {
		if err == nil && err2 == nil {
			var sub fs.FS
			if sub, err2 = fs.Sub(own, path.Join("definitions", e.Name())); err2 == nil {
				err = addPackage(files, e.Name(), sub, "definitions/"+e.Name())
			}
		}
	}
	if err != nil || err2 != nil {
		panic(fmt.Sprint(err, err2)) // the files are in the program
	}
	return files
})

// Compiled returns a library with all types of package msgs. Types added to it are not visible in other libraries.
func Compiled() *Library {
	l := NewLibrary()
	l.files = maps.Clone(compiledFiles())
	return l
}

// addPackage notes the files of a package's directories msg, srv and action.
func addPackage(files map[string]file, pkg string, fsys fs.FS, place string) error {
	for _, kind := range []string{"msg", "srv", "action"} {
		found, err := fs.Glob(fsys, kind+"/*."+kind)
		if err != nil {
			return err
		}
		for _, name := range found {
			text, err := fs.ReadFile(fsys, name)
			if err != nil {
				return fmt.Errorf("package %s: %w", pkg, err)
			}
			f := file{
				pkg: pkg, kind: kind, name: strings.TrimSuffix(path.Base(name), "."+kind),
				place: path.Join(place, name), text: string(text),
			}
			files[f.fullName()] = f
		}
	}
	return nil
}

func (f file) fullName() string { return f.pkg + "/" + f.kind + "/" + f.name }

// Names lists the library's interfaces, in order: messages, services and actions, without the messages that they are made
// of.
func (l *Library) Names() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.names()
}

func (l *Library) names() []string {
	all := maps.Clone(l.files)
	for name := range l.set.Services {
		all[name] = file{}
	}
	for name := range l.set.Actions {
		all[name] = file{}
	}
	for name, m := range l.set.Messages {
		if m.Kind == "msg" {
			all[name] = file{}
		}
	}
	maps.DeleteFunc(all, func(name string, _ file) bool {
		_, kind, last := split(name)
		return kind == "action" && strings.Contains(last, "_")
	})
	return slices.Sorted(maps.Keys(all))
}

// split splits a full name.
func split(name string) (pkg, kind, last string) {
	pkg, rest, _ := strings.Cut(name, "/")
	kind, last, _ = strings.Cut(rest, "/")
	return pkg, kind, last
}

// full completes a name such as "std_msgs/String".
func full(name string) string {
	if pkg, last, ok := strings.Cut(name, "/"); ok && !strings.Contains(last, "/") {
		return pkg + "/msg/" + last
	}
	return name
}

// maxDepth bounds how deep messages may lie in each other.
const maxDepth = 64

// load parses the file that defines a message and those of all it contains. mu is held.
func (l *Library) load(name string, within ...string) error {
	switch {
	case l.loaded[name]:
		return nil
	case slices.Contains(within, name):
		return fmt.Errorf("%s contains itself: %s", name, strings.Join(append(within, name), " > "))
	case len(within) == maxDepth:
		return fmt.Errorf("%s: more than %d messages in each other", within[0], maxDepth)
	}
	if err := l.parse(name); err != nil {
		return err
	}
	if m := l.set.Messages[name]; m != nil {
		for _, f := range m.Fields {
			if f.Type.Base != rosidl.Nested {
				continue
			}
			if err := l.load(f.Type.Nested, append(slices.Clip(within), name)...); err != nil {
				return fmt.Errorf("%s: field %s: %w", name, f.Name, err)
			}
		}
	}
	for _, m := range l.parts(name) {
		if err := l.load(m.FullName()); err != nil {
			return err
		}
	}
	l.loaded[name] = true
	return nil
}

// parts are the messages that a service or an action is made of.
func (l *Library) parts(name string) []*rosidl.Message {
	var all []*rosidl.Message
	services := []*rosidl.Service{l.set.Services[name]}
	if a := l.set.Actions[name]; a != nil {
		all = append(all, a.Goal, a.Result, a.Feedback, a.FeedbackMessage)
		services = append(services, a.SendGoal, a.GetResult)
	}
	for _, s := range services {
		if s != nil {
			all = append(all, s.Request, s.Response, s.Event)
		}
	}
	return all
}

// parse reads the file that defines name, which may be a part of a service or an
// action. mu is held.
func (l *Library) parse(name string) error {
	if l.parsed(name) {
		return nil
	}
	f, ok := l.files[name]
	if !ok {
		pkg, kind, last := split(name)
		base, _, _ := strings.Cut(last, "_")
		f, ok = l.files[pkg+"/"+kind+"/"+base]
	}
	if !ok || l.parsed(f.fullName()) {
		return l.unknown(name)
	}
	if err := l.set.AddFile(f.pkg, f.kind, f.name, f.place, f.text); err != nil {
		return err
	}
	if !l.parsed(name) {
		return l.unknown(name)
	}
	return nil
}

func (l *Library) parsed(name string) bool {
	return l.set.Messages[name] != nil || l.set.Services[name] != nil || l.set.Actions[name] != nil
}

// unknown returns the error of an unknown type, with the type that was probably meant.
func (l *Library) unknown(name string) error {
	names := l.names()
	if near := wording.DidYouMean(name, names); near != "" {
		return fmt.Errorf("no definition of %s%s", name, near)
	}
	pkg, _, wanted := split(name)
	if wanted == "" {
		pkg, wanted = "", name
	}
	var near, same []string
	for _, n := range names {
		p, _, last := split(n)
		if strings.EqualFold(last, wanted) {
			near = append(near, n)
		}
		if p == pkg {
			same = append(same, last)
		}
	}
	switch {
	case len(near) > 0:
		return fmt.Errorf("no definition of %s (did you mean %s?)", name, strings.Join(near, " or "))
	case len(same) > 0:
		return fmt.Errorf("no definition of %s; %s has %s", name, pkg, strings.Join(same, ", "))
	}
	return fmt.Errorf("no definition of %s, expected package/msg/Name", name)
}

// Message returns a new message with the defaults of its definition. The name may
// leave out "msg": "std_msgs/String". Parts of services and actions are messages
// too: "std_srvs/srv/SetBool_Request".
func (l *Library) Message(typeName string) (*Message, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, err := l.messageType(full(typeName))
	if err != nil {
		return nil, err
	}
	return t.fresh(), nil
}

// Hash is the RIHS01 hash of a message, a service or an action.
func (l *Library) Hash(typeName string) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.hash(full(typeName))
}

func (l *Library) hash(name string) (string, error) {
	if err := l.load(name); err != nil {
		return "", err
	}
	return l.set.Hash(name)
}
