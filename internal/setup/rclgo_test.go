package setup

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// rclPackage is a package of the build with the tag rclgo.
type rclPackage struct {
	ImportPath, Dir, Export string
	GoFiles, CgoFiles       []string
}

// checker type-checks packages that need rcl's headers, which are not here: every use of C is accepted.
type checker struct {
	fset     *token.FileSet
	packages map[string]*rclPackage
	checked  map[string]*types.Package
	compiled types.Importer
}

// Import returns a package: one of rclgo from its source, any other from its export data.
func (c *checker) Import(path string) (*types.Package, error) {
	if !strings.HasPrefix(path, "github.com/tiiuae/rclgo/") {
		return c.compiled.Import(path)
	}
	if c.checked[path] == nil {
		p, err := c.check(path, func(error) {})
		if p == nil {
			return nil, err
		}
		c.checked[path] = p
	}
	return c.checked[path], nil
}

func (c *checker) check(path string, report func(error)) (*types.Package, error) {
	p := c.packages[path]
	var files []*ast.File
	for _, name := range append(p.GoFiles, p.CgoFiles...) {
		f, err := parser.ParseFile(c.fset, filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	config := types.Config{Importer: c, FakeImportC: true, Error: report}
	return config.Check(path, c.fset, files, nil)
}

// The backend on rcl is built only where there is a ROS 2: here its Go is type-checked.
func TestTheBackendOnRclIsGo(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "go", "list", "-e", "-export", "-deps", "-tags", "rclgo",
		"-json=ImportPath,Dir,Export,GoFiles,CgoFiles", "./ros/rclgo")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	require.NoError(t, err)
	c := &checker{fset: token.NewFileSet(), packages: map[string]*rclPackage{}, checked: map[string]*types.Package{}}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		p := &rclPackage{}
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		c.packages[p.ImportPath] = p
	}
	c.compiled = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(c.packages[path].Export) })
	_, err = c.check("gonao/ros/rclgo", func(err error) { t.Error(err) })
	require.NoError(t, err)
}
