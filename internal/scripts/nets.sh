#!/bin/sh -e
# Trains the nets of vision/objects and vision/lines in the same way as those in the tree: some hours of rendering, then
# half an hour of training.
build/bin/gonao vision windows ball -o spl.set --seeds 1-200 --images 4 --keep pictures
build/bin/gonao vision windows ball -o spl2.set --seeds 201-400 --images 4 --keep pictures
build/bin/gonao vision windows ball -o hsl.set --seeds 1-350 --images 4 --world hsl_small --keep pictures
build/bin/gonao vision windows ball -o field2010.set --seeds 1-150 --images 4 --world field2010 --keep pictures
build/bin/gonao vision windows ball -o plain.set --seeds 1-150 --images 3 --plain-balls --keep pictures
build/bin/gonao vision train ball --samples 60000 --epochs 10 --vary 1 --false 0.0025 --set spl.set --set spl2.set --set hsl.set --set field2010.set --set plain.set
build/bin/gonao vision windows robot -o rspl.set --seeds 1-60 --images 12 --keep pictures
build/bin/gonao vision windows robot -o rhsl.set --seeds 101-115 --images 12 --world hsl_small --keep pictures
build/bin/gonao vision windows robot -o r2010.set --seeds 301-305 --images 12 --world field2010 --keep pictures
build/bin/gonao vision windows robot -o rplain.set --seeds 201-204 --images 12 --plain-balls --keep pictures
build/bin/gonao vision windows robot -o rflat.set --seeds 401-451 --images 12 --no-shadows --keep pictures
build/bin/gonao vision windows robot -o rheld.set --seeds 901-912 --images 8 --keep pictures
build/bin/gonao vision train robot --samples 1000 --epochs 12 --vary 1 --held rheld.set --set rspl.set --set rhsl.set --set r2010.set --set rplain.set --set rflat.set
cp robot.net vision/objects/ && make build # the windows of the next net are those that this one proposes
build/bin/gonao vision windows figure -o fspl.set --seeds 1-450 --images 4 --keep pictures
build/bin/gonao vision windows figure -o fhsl.set --seeds 1-350 --images 4 --world hsl_small --keep pictures
build/bin/gonao vision windows figure -o f2010.set --seeds 1-200 --images 4 --world field2010 --keep pictures
build/bin/gonao vision windows figure -o fheld.set --seeds 901-950 --images 6 --keep pictures
build/bin/gonao vision train figure --samples 2000 --epochs 7 --vary 2 --held fheld.set --set fspl.set --set fhsl.set --set f2010.set
build/bin/gonao vision windows corner -o cspl.set --seeds 1-400 --images 4 --keep pictures
build/bin/gonao vision windows corner -o chsl.set --seeds 1-300 --images 4 --world hsl_small --keep pictures
build/bin/gonao vision windows corner -o c2010.set --seeds 1-200 --images 4 --world field2010 --keep pictures
build/bin/gonao vision windows corner -o cheld.set --seeds 901-930 --images 6 --keep pictures
build/bin/gonao vision train corner --samples 12000 --epochs 10 --vary 2 --held cheld.set --set cspl.set --set chsl.set --set c2010.set
build/bin/gonao vision windows post -o pspl.set --seeds 1-450 --images 4 --keep pictures
build/bin/gonao vision windows post -o phsl.set --seeds 1-350 --images 4 --world hsl_small --keep pictures
build/bin/gonao vision windows post -o p2010.set --seeds 1-200 --images 4 --world field2010 --keep pictures
build/bin/gonao vision windows post -o pheld.set --seeds 901-930 --images 6 --keep pictures
build/bin/gonao vision train post --samples 8000 --epochs 10 --vary 2 --held pheld.set --set pspl.set --set phsl.set --set p2010.set
build/bin/gonao vision windows shirt -o shirt_spl.set --seeds 1-450 --images 4 --keep pictures
build/bin/gonao vision windows shirt -o shirt_hsl.set --seeds 1-350 --images 4 --world hsl_small --keep pictures
build/bin/gonao vision windows shirt -o shirt_f2010.set --seeds 1-150 --images 4 --world field2010 --keep pictures
build/bin/gonao vision windows shirt -o s_t.set --seeds 901-925 --images 6 --keep pictures
build/bin/gonao vision train shirt --samples 15000 --epochs 8 --vary 1 --held s_t.set --set shirt_spl.set --set shirt_hsl.set --set shirt_f2010.set
