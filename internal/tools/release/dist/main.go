// Command dist packs a release. It writes a tar file and a Debian package with the files that internal/scripts/dist.sh
// has put into a directory, the libraries that the programs need, their licenses, and a bill of materials. The same
// input results in the same bytes.
//
//	dist -version 0.1.0 -epoch 1700000000 -stage DIR -output DIR
//	dist -version 0.1.0 -epoch 1700000000 -stage DIR -output DIR -ros jazzy
//
// The stage has the layout of /usr: bin, lib/gonao with the programs, lib/systemd/user, share. Files in its directory
// etc are installed in /etc, and an upgrade leaves them as the user changed them. For a distribution of ROS 2, the
// stage has a directory for each ROS package with the layout of /opt/ros/DISTRO.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// release describes what is packed.
type release struct {
	version string
	epoch   time.Time // time of every file
	stage   string
	output  string
	arch    string // architecture, as Go names it
	ros     string // distribution of ROS 2 to pack for; "" packs for computers without ROS 2
}

func main() {
	var r release
	var epoch int64
	flag.StringVar(&r.version, "version", "", "of the release")
	flag.Int64Var(&epoch, "epoch", 0, "time of the release, seconds since 1970")
	flag.StringVar(&r.stage, "stage", "", "directory of what is packed")
	flag.StringVar(&r.output, "output", "", "directory of the packages")
	flag.StringVar(&r.ros, "ros", "", "distribution of ROS 2: pack the directories gonao, gonao_bringup and gonao_msgs of the stage for /opt/ros/DISTRO")
	flag.Parse()
	r.epoch, r.arch = time.Unix(epoch, 0).UTC(), runtime.GOARCH
	if err := r.pack(); err != nil {
		fmt.Fprintf(os.Stderr, "dist: %v\n", err)
		os.Exit(1)
	}
}

// pack completes the stage and writes the packages.
func (r release) pack() error {
	if r.version == "" || r.stage == "" || r.output == "" || r.epoch.Unix() <= 0 {
		return fmt.Errorf("expected -version, -epoch, -stage and -output")
	}
	if err := os.MkdirAll(r.output, 0o755); err != nil {
		return err
	}
	if r.ros != "" {
		all, err := r.ofROS(r.ros, r.stage)
		if err != nil {
			return err
		}
		for _, d := range all {
			if err := r.writeDeb(d); err != nil {
				return err
			}
		}
		return nil
	}
	programs, err := filepath.Glob(filepath.Join(r.stage, "lib", "gonao", "*"))
	if err != nil {
		return err
	}
	libraries, err := collect(programs, filepath.Join(r.stage, "lib", "gonao", "libs"))
	if err != nil {
		return err
	}
	if err := copyLicences(libraries, filepath.Join(r.stage, "share", "doc", "gonao", "licences")); err != nil {
		return err
	}
	bill := filepath.Join(r.stage, "share", "doc", "gonao", "sbom.cdx.json")
	if err := r.writeBill(bill, programs, libraries); err != nil {
		return err
	}
	name := fmt.Sprintf("gonao-%s-linux-%s", r.version, r.arch)
	if err := r.writeTar(filepath.Join(r.output, name+".tar.gz"), name); err != nil {
		return err
	}
	return r.writeDeb(r.plain())
}
