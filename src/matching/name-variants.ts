// Variants of first names: nicknames, spellings and forms in other languages, folded as names are compared. One group a
// line; a name may be in several.

const groups = `
william bill billy will willie liam wilhelm
robert bob bobby rob robbie bert
richard rick ricky dick rich
john jon johnny jack jonathan jonny ian sean shane shaun shawn eoin owen ivan jan johan janek ion ioan
james jim jimmy jamie seamus shamus hamish jacob
joseph joe joey jose josef jozef iosif seosamh yusuf yousef youssef
michael mike mick mickey mikey micheal mihai mykhailo mykhaylo mikhail michal mikolaj
thomas tom tommy tomasz tomek toma tomas
edward ed eddie ted teddy ned eduard
charles charlie chas chuck karol carol cathal
henry harry hank
george georgie gheorghe gica jerzy yuriy yuri yurii heorhiy seoirse
david dave davey dawid daithi dafydd dai
daniel dan danny danylo danilo domhnall donal
matthew matt matteus mateusz matei matviy
anthony tony antony anton antoni antoniu
andrew andy drew andrzej andrei andriy andrey andrii aindriu
alexander alex alec alasdair alistair alastair sandy sasha alexandru oleksandr aleksander aleksandr sacha
stephen steven steve stevie stefan szczepan stepan
christopher chris kit krzysztof cristofor krystof
christian cris cristian krystian chris
nicholas nick nicky nicolas nicolae mykola mikolaj nikolai neculai
patrick pat paddy padraig padraic patryk rick
peter pete piotr petru petre petro peadar
paul pavel pawel pavlo pol
philip phil phillip filip pip
gregory greg grzegorz grigore hryhoriy grigor
gerard gerry ger gerald
lawrence larry laurence lorcan laurentiu
leonard len lenny leo leon
frederick fred freddie freddy
francis frank frankie proinsias franciszek francisc
benjamin ben benny beniamin
samuel sam sammy
timothy tim tadhg
terence terry terrence turlough
ronald ron ronnie
kenneth ken kenny
raymond ray
donald don donnie
douglas doug
martin marty marcin mairtin
mark marc marek marcu marko
luke lucas lukasz luca luka
kevin kev caoimhin
brendan bren breandan
dermot diarmuid diarmaid
declan dec deaglan
conor connor conchobhar
hugh aodh hughie
eugene gene owen eoghan yevhen evgeny ievgen
barry bairre finbarr
jakub kuba jacob
wojciech wojtek
stanislaw stan staszek stanislav
zbigniew zbyszek
slawomir slawek
jaroslaw jarek yaroslav
dariusz darek darius
kazimierz kazik
tadeusz tadek thaddeus
bartosz bartek bartlomiej bartholomew
radoslaw radek radu
przemyslaw przemek
maciej maciek matthias
waldemar waldek
boguslaw bogdan bohdan
constantin costel costica kostiantyn konstantin
vasile vasil vasyl vasyly vasili
dumitru mitica dmytro dmitri dmitry
ilie elijah illia ilya
ionut ionel ion
florin florian
serhiy sergey sergei serhii sergiu
volodymyr vladimir vlad volodya vladislav
viktor victor
oleksiy oleksii alexei alexey
ihor igor
oleh oleg
yaroslav slavik
maksym maxim max maksim
kateryna catherine katherine kathryn kate katie kathy cath cathy katarzyna kasia caitlin ekaterina catalina
elizabeth liz lizzie beth betty eliza elisabeta elzbieta ela eilis yelyzaveta lisa
margaret maggie meg peggy malgorzata gosia mairead margareta
mary maria marie maire mariya molly
anne ann anna annie hannah hanna ania ana aine
susan sue susie suzanne zuzanna susana
jennifer jen jenny
rebecca becky becca
victoria vicky vicki tori
alexandra alex sandra sasha oleksandra aleksandra ola
agnieszka agnes aga
joanna jo joanne asia ioana siobhan jane
helen helena ellen elena olena eileen nell
natalia natalie nataliya natasha
tetiana tatiana tania
mohammed muhammad mohammad mohamed muhammed mohamad mehmet mo md
ahmed ahmad ahmet
abdul abdel abd abdullah abdallah
ali aly
hussein hussain husain hossein husayn
hassan hasan
ibrahim ebrahim abraham
mustafa mostafa moustafa
omar umar
khaled khalid
youssef yusuf yousuf joseph
tariq tarek tarik
said saeed sayed syed
samir sameer
rashid rasheed
jamal gamal
fatima fatma fatimah
aisha ayesha aysha
`

const known = new Map<string, number[]>()
for (const [group, line] of groups.trim().split('\n').entries())
  for (const name of line.split(' ')) known.set(name, [...(known.get(name) ?? []), group])

/** The numbers of the groups that a name is in. */
export const variantsOf = (name: string): readonly number[] => known.get(name) ?? []
