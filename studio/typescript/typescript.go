// Package typescript writes TypeScript interfaces from the Go structs of a package that have json
// tags, so that the page and the server agree on every field.
package typescript

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Package returns TypeScript types for a Go package in a directory: its exported structs with json tags, its
// exported string types with their constants, and private types of their fields, under exported names. source names the package in the first line. A type of another package
// is written by its name if imported contains its file; otherwise it is an error. Nil slices and maps are expected
// to be encoded as empty ones.
func Package(dir, source string, imported map[string]string) (string, error) {
	w := &writer{types: map[string]*ast.TypeSpec{}, docs: map[string]string{}, words: map[string][]string{}, imported: imported, used: map[string]bool{}}
	if err := w.read(dir); err != nil {
		return "", err
	}
	var body strings.Builder
	for i := 0; i < len(w.order); i++ { // fields add private types
		if err := w.declaration(&body, w.order[i]); err != nil {
			return "", fmt.Errorf("type %s: %w", w.order[i], err)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// Code generated from the Go package %s by go generate; DO NOT EDIT.\n", source)
	for _, name := range slices.Sorted(maps.Keys(w.used)) {
		fmt.Fprintf(&b, "import type { %s } from %q;\n", name, imported[name])
	}
	b.WriteString(body.String())
	return b.String(), nil
}

// writer holds the types of a package.
type writer struct {
	types    map[string]*ast.TypeSpec
	docs     map[string]string
	words    map[string][]string // constants of each string type
	order    []string
	imported map[string]string
	used     map[string]bool
}

// read parses the package's files except tests.
func (w *writer) read(dir string) error {
	files := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("%s: %w", dir, fs.ErrNotExist)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(files, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				w.group(g)
			}
		}
	}
	return nil
}

// group records the types and the constants of a declaration.
func (w *writer) group(g *ast.GenDecl) {
	for _, spec := range g.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			if !written(s.Type) {
				continue
			}
			w.types[s.Name.Name] = s
			w.docs[s.Name.Name] = text(g.Doc, s.Doc)
			if s.Name.IsExported() {
				w.order = append(w.order, s.Name.Name)
			}
		case *ast.ValueSpec:
			if t, ok := s.Type.(*ast.Ident); ok && g.Tok == token.CONST && len(s.Values) == 1 {
				if v, ok := s.Values[0].(*ast.BasicLit); ok && v.Kind == token.STRING {
					w.words[t.Name] = append(w.words[t.Name], v.Value)
				}
			}
		}
	}
}

// written reports whether the page needs a type: a string type, or a struct with a json tag.
func written(t ast.Expr) bool {
	if id, ok := t.(*ast.Ident); ok {
		return id.Name == "string"
	}
	s, ok := t.(*ast.StructType)
	return ok && slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool { return f.Tag != nil && strings.Contains(f.Tag.Value, `json:"`) })
}

// declaration writes one type.
func (w *writer) declaration(b *strings.Builder, name string) error {
	spec := w.types[name]
	if _, ok := spec.Type.(*ast.Ident); ok {
		words := w.words[name]
		if len(words) == 0 {
			words = []string{"string"}
		}
		comment(b, "", w.docs[name])
		fmt.Fprintf(b, "export type %s = %s;\n", exported(name), strings.Join(words, " | "))
		return nil
	}
	comment(b, "", w.docs[name])
	var inside strings.Builder
	var extends []string
	for _, f := range spec.Type.(*ast.StructType).Fields.List {
		if len(f.Names) == 0 {
			base, err := w.typeOf(f.Type)
			if err != nil {
				return err
			}
			extends = append(extends, base)
			continue
		}
		if err := w.field(&inside, f); err != nil {
			return err
		}
	}
	fmt.Fprintf(b, "export interface %s ", exported(name))
	if len(extends) > 0 {
		fmt.Fprintf(b, "extends %s ", strings.Join(extends, ", "))
	}
	b.WriteString("{\n" + inside.String() + "}\n")
	return nil
}

// field writes one field.
func (w *writer) field(b *strings.Builder, f *ast.Field) error {
	if f.Tag == nil {
		return nil
	}
	tag, err := strconv.Unquote(f.Tag.Value)
	if err != nil {
		return err
	}
	name, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	if name == "" || name == "-" {
		return nil
	}
	t, err := w.typeOf(f.Type)
	if err != nil {
		return fmt.Errorf("field %s: %w", name, err)
	}
	if strings.Contains(options, "omit") {
		name += "?"
	} else if _, pointer := f.Type.(*ast.StarExpr); pointer {
		t += " | null"
	}
	comment(b, "  ", text(f.Doc, f.Comment))
	fmt.Fprintf(b, "  %s: %s;\n", name, t)
	return nil
}

// plain maps Go's basic types to TypeScript.
var plain = map[string]string{
	"string": "string", "bool": "boolean", "any": "unknown",
	"int": "number", "int8": "number", "int16": "number", "int32": "number", "int64": "number",
	"uint": "number", "uint8": "number", "uint16": "number", "uint32": "number", "uint64": "number",
	"float32": "number", "float64": "number",
}

// typeOf returns a Go type in TypeScript.
func (w *writer) typeOf(t ast.Expr) (string, error) {
	switch t := t.(type) {
	case *ast.StarExpr:
		return w.typeOf(t.X)
	case *ast.ArrayType:
		of, err := w.typeOf(t.Elt)
		return of + "[]", err
	case *ast.MapType:
		of, err := w.typeOf(t.Value)
		return "Record<string, " + of + ">", err
	case *ast.SelectorExpr:
		return w.foreign(t)
	case *ast.Ident:
		if word, ok := plain[t.Name]; ok {
			return word, nil
		}
		if _, ok := w.types[t.Name]; ok {
			if !slices.Contains(w.order, t.Name) {
				w.order = append(w.order, t.Name)
			}
			return exported(t.Name), nil
		}
		return "", fmt.Errorf("no type %s with json tags", t.Name)
	}
	return "", fmt.Errorf("%T has no counterpart in TypeScript", t)
}

// foreign returns the name of a type of another package.
func (w *writer) foreign(t *ast.SelectorExpr) (string, error) {
	if t.Sel.Name == "RawMessage" {
		return "unknown", nil
	}
	if _, ok := w.imported[t.Sel.Name]; !ok {
		return "", fmt.Errorf("type %s of another package", t.Sel.Name)
	}
	w.used[t.Sel.Name] = true
	return t.Sel.Name, nil
}

// exported returns a type's name in TypeScript.
func exported(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// text returns the last of the comments that is not empty.
func text(groups ...*ast.CommentGroup) string {
	for i := len(groups) - 1; i >= 0; i-- {
		if groups[i] != nil {
			return strings.TrimSpace(groups[i].Text())
		}
	}
	return ""
}

// comment writes a comment for TypeScript.
func comment(b *strings.Builder, indent, text string) {
	if text != "" {
		fmt.Fprintf(b, "%s/** %s */\n", indent, strings.ReplaceAll(strings.ReplaceAll(text, "*/", "* /"), "\n", "\n"+indent+" * "))
	}
}
