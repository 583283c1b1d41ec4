import sys,time
import numpy as np
from agents.series import Series, fight_seeds
from envs.tables import load_library_encounter
names=sys.argv[3].split(",") if len(sys.argv)>3 else ["broken_gate","toll_bridge","ford","old_cellar","lamplit_chapel","sluice_gate"]
base=sys.argv[1]; n=int(sys.argv[2])
for d in range(5):
    w=g=0; t=time.process_time(); per=[]
    for name in names:
        sc=load_library_encounter(name).with_dials(difficulty=d)
        st=Series(sc,fight_seeds(n,1),"role",base,log=False).play().states
        w+=int((st.winner==1).sum()); g+=n; per.append(int((st.winner==1).sum()))
    print(d,w,g,round(w/g,3),per,round(time.process_time()-t,1),flush=True)
