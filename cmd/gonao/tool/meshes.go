package tool

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/nao"
	"gonao/nao/skin"
)

func newMeshes(t cli.Terminal) *cobra.Command {
	return &cobra.Command{
		Use: "meshes DIRECTORY", Short: "write the skins of the links as COLLADA meshes, one file per link", Args: cobra.ExactArgs(1),
		Long: `meshes writes torso.dae, Head.dae and so on into a directory, which it creates. They are gonao's own smooth surfaces with their colours,
which rviz2 and other viewers can read. gonao robot model urdf refers to them.`,
		Example: "  gonao robot model meshes skin",
		RunE: func(_ *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("write: %w", err)
			}
			for l := range nao.Link(nao.NumLinks) {
				m := skin.Of(l)
				if err := cli.CreateFile(filepath.Join(args[0], l.MeshFile()), func(w io.Writer) error {
					_, err := io.WriteString(w, m.COLLADA())
					return err
				}); err != nil {
					return err
				}
			}
			_, err := fmt.Fprintf(t.Out, "wrote %d meshes into %s\n", nao.NumLinks, args[0])
			return err
		},
	}
}
