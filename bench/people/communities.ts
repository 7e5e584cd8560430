// Whom British and Irish sites employ, roughly: communities with their share, and how common their names are among
// them, in thousandths. Whoever has none of the listed surnames has one made of a stem and an ending.

export type Community = {
  nationality: string
  /** Of a hundred workers. */
  share: number
  men: string
  women: string
  last: string
  stems: string
  endings: string
  /** Of a hundred, those registered as born on 1 January because their day is not known. */
  newYear: number
}

export const communities: readonly Community[] = [
  {
    nationality: 'United Kingdom',
    share: 44,
    men: 'John 44 David 46 Michael 38 James 40 Paul 36 Robert 26 Thomas 26 Daniel 30 Andrew 28 Mark 28 Stephen 20 Peter 18 William 18 Christopher 24 Richard 18 Adam 16 Jack 20 Matthew 22 Anthony 16 Kevin 12 Joseph 14 Ryan 18 Jamie 14 Lee 16 Craig 14 Simon 14 Gary 14 Ian 12 Martin 12 Alan 8 Callum 14 Kieran 8 Nathan 10 Jordan 12 Luke 16 Steven 16 Darren 10 Dean 8 Gareth 6 Jonathan 10 Benjamin 10 Samuel 12 Joshua 14 Liam 14 Aaron 8 Scott 10 Stuart 8 Neil 8 Wayne 6 Edward 6 George 8 Harry 10 Charlie 8 Alexander 10 Lewis 8 Bradley 6 Graham 4 Nicholas 6 Philip 6 Timothy 4 Terence 2 Douglas 2 Raymond 2',
    women:
      'Sarah 40 Emma 38 Laura 26 Rebecca 24 Gemma 22 Rachel 20 Kelly 18 Victoria 18 Katherine 14 Lisa 18 Nicola 16 Michelle 16 Jennifer 14 Amy 18 Hannah 18 Charlotte 16 Chloe 14 Jessica 16 Bethan 6 Margaret 4',
    last: "Smith 14 Jones 12 Williams 9 Taylor 8 Brown 8 Davies 7 Evans 6 Wilson 6 Thomas 5 Roberts 5 Johnson 5 Lewis 4 Walker 4 Robinson 4 Wood 4 Thompson 4 White 4 Watson 4 Jackson 4 Wright 4 Green 4 Harris 4 Cooper 4 King 3 Lee 3 Martin 3 Clarke 3 James 3 Morgan 3 Hughes 3 Edwards 3 Hill 3 Moore 3 Clark 3 Harrison 3 Scott 3 Young 3 Morris 3 Hall 3 Ward 3 Turner 3 Carter 2 Phillips 2 Mitchell 2 Patel 2 Adams 2 Campbell 2 Anderson 2 Allen 2 Cook 2 Bailey 2 Parker 2 Miller 2 Davis 2 Murphy 2 Price 2 Bell 2 Baker 2 Griffiths 2 Kelly 2 Simpson 2 Marshall 2 Collins 2 Bennett 2 Cox 2 Richardson 2 Fox 2 Gray 2 Rose 2 Chapman 2 Hunt 2 Robertson 2 Shaw 2 Reynolds 1 Lloyd 1 Ellis 1 Russell 1 Wilkinson 1 Khan 1 Graham 1 Stewart 1 Reid 1 Murray 1 Powell 1 Palmer 1 Holmes 1 Rogers 1 Stevens 1 Walsh 1 Hunter 1 Thomson 1 Matthews 1 Ross 1 Owen 1 Mason 1 Knight 1 Kennedy 1 Butler 1 Saunders 1 Hepworth 1 O'Brien 1 McDonald 1 Dixon 1 Dickson 1 Phillip 1",
    stems:
      'Ash Black Brad Brook Clay Cole Crow Dun East Fair Gar Hal Hard Hart Haw Hazel Hep High Hol Horn Ingle Kirk Lang Law Ley Lock Long Mar Mel Mid Nor Oak Old Or Pick Pres Rad Red Ridge Rother Row Sander Shel Stan Stock Sut Thorn Tod Under Wal West Whit Win Wood Wool Yard Birch Cald Den Ever Fal Good Grim Hather Kil Lin',
    endings:
      'ford ley worth ton by ham field well stone wood man son house gate bridge bourne croft dale den er combe cott head hurst land more shaw side ward wick row',
    newYear: 0,
  },
  {
    nationality: 'Ireland',
    share: 7,
    men: 'John 40 Patrick 50 Michael 50 Sean 40 James 40 Liam 28 Conor 26 Declan 20 Brian 26 Kevin 24 Padraig 14 Eoin 16 Cathal 10 Niall 14 Gerard 16 Seamus 16 Thomas 24 Paul 24 Daniel 20 Martin 18 Stephen 16 Kieran 12 Darragh 10 Fergal 6 Diarmuid 10 Brendan 14 Hugh 6',
    women:
      'Mary 30 Aoife 30 Sinead 26 Siobhan 20 Niamh 24 Ciara 24 Orla 16 Grainne 12 Catherine 20 Margaret 10',
    last: "Murphy 12 Kelly 9 O'Sullivan 8 Walsh 8 O'Brien 7 Byrne 7 Ryan 7 O'Connor 7 O'Neill 6 O'Reilly 5 Doyle 5 McCarthy 5 Gallagher 5 Doherty 5 Kennedy 5 Lynch 5 Murray 5 Quinn 4 Moore 4 McLoughlin 4 O'Carroll 3 Connolly 3 Daly 3 O'Connell 3 Wilson 3 Dunne 3 Brennan 3 Burke 3 Collins 3 Campbell 3 Clarke 3 Johnston 3 Hughes 3 Farrell 3 Fitzgerald 3 Brown 2 Martin 2 Maguire 2 Nolan 2 Flynn 2 Thompson 2 O'Callaghan 2 O'Donnell 2 Duffy 2 Mahony 2 Boyle 2 Healy 2 Shea 2 White 2 Sweeney 2 Hayes 2 Kavanagh 2 Power 2 McGrath 2 Moran 2 Brady 2",
    stems: "Mc Mac O' Fitz Kil Bally Dun Cor Mul Hen Cos Don Fin Gil Tier Raff Han Cough Bros Keav",
    endings:
      'garry dwyer lan nessy rahan erty neeley gan nelly patrick simon bride mahon naught kenna guinness devitt ginley ney nane aghan',
    newYear: 0,
  },
  {
    nationality: 'Poland',
    share: 9,
    men: 'Piotr 50 Krzysztof 50 Andrzej 44 Tomasz 44 Paweł 44 Marcin 40 Michał 40 Jan 26 Jakub 30 Adam 30 Marek 30 Grzegorz 28 Łukasz 36 Mateusz 34 Wojciech 24 Mariusz 20 Dariusz 20 Rafał 24 Zbigniew 14 Kamil 24 Dawid 18 Bartosz 16 Sebastian 14 Sławomir 12 Jarosław 12',
    women:
      'Anna 60 Katarzyna 50 Małgorzata 40 Agnieszka 44 Barbara 20 Ewa 24 Magdalena 34 Monika 26 Joanna 28 Aleksandra 24',
    last: 'Nowak 20 Kowalski 14 Wiśniewski 11 Wójcik 10 Kowalczyk 10 Kamiński 10 Lewandowski 9 Zieliński 9 Szymański 9 Woźniak 9 Dąbrowski 9 Kozłowski 8 Jankowski 7 Mazur 7 Wojciechowski 6 Kwiatkowski 6 Krawczyk 6 Kaczmarek 6 Piotrowski 6 Grabowski 6 Zając 5 Pawłowski 5 Michalski 5 Król 5 Nowicki 5 Wieczorek 4 Jabłoński 4 Wróbel 4 Majewski 4 Olszewski 4 Dudek 4 Stępień 4 Jaworski 4 Adamczyk 4 Malinowski 4 Pietrzak 4 Górski 4 Sikora 4 Rutkowski 4',
    stems:
      'Bart Ciesi Czar Dobr Gajew Jani Kalin Krup Lip Makow Oleś Pru Rog Sadow Szcze Tokar Urban Wolsk Zawad Żuraw Bia Cheł Gra Kos Miel',
    endings: 'ski wski czyk iak ek owicz arz cki ński ewicz ka a ko ol an',
    newYear: 0,
  },
  {
    nationality: 'Romania',
    share: 12,
    men: 'Andrei 50 Ion 44 Alexandru 50 Gheorghe 40 Vasile 34 Marius 34 Florin 34 Ionuț 40 Constantin 34 Mihai 40 Nicolae 34 Cristian 36 Adrian 36 Daniel 34 Bogdan 28 Ștefan 28 Gabriel 28 Cătălin 20 Dumitru 18 Marian 20 Ciprian 14 Sorin 14 Viorel 10 Costel 10 Lucian 12',
    women: 'Maria 60 Elena 56 Ioana 40 Ana 40 Mihaela 36 Andreea 36 Alexandra 30 Cristina 26',
    last: 'Popa 14 Popescu 14 Ionescu 10 Pop 10 Radu 9 Dumitru 8 Stan 8 Stoica 8 Gheorghe 8 Matei 7 Ciobanu 7 Rusu 7 Constantin 6 Marin 6 Lazăr 5 Dumitrescu 5 Munteanu 5 Moldovan 5 Toma 4 Ilie 4 Nistor 4 Florea 4 Dinu 4 Barbu 4 Stanciu 4 Cojocaru 4 Ungureanu 4 Sandu 4 Neagu 3 Șerban 3 Țurcanu 2 Voicu 3 Manole 2',
    stems:
      'Andre Bold Cost Dobr Enach Făg Grigor Iacob Lung Măr Nică Opr Petr Roman Săvul Tănas Vasil Zamf Mih Albu Bal Cris Drag',
    endings: 'escu eanu aru oiu ea ache an iu in ică uță ciuc',
    newYear: 0,
  },
  {
    nationality: 'Pakistan',
    share: 4,
    men: 'Mohammed 160 Muhammad 90 Ahmed 44 Ali 44 Imran 30 Tariq 20 Khalid 20 Omar 18 Hassan 24 Usman 24 Bilal 20 Asif 20 Zahid 14 Nadeem 14 Shahid 14 Abdul 40 Yusuf 14 Faisal 14 Kamran 12 Waqas 12',
    women: 'Fatima 60 Aisha 50 Nadia 30 Saima 30 Zainab 30 Maryam 26',
    last: 'Khan 90 Hussain 70 Ahmed 64 Ali 54 Iqbal 24 Mahmood 24 Akhtar 24 Shah 22 Malik 22 Begum 10 Butt 14 Mirza 8 Chaudhry 14 Qureshi 12 Rehman 16 Aslam 10 Rashid 8 Javed 8 Saeed 8 Bibi 6 Sheikh 10 Siddiqui 8 Anwar 8 Yousaf 8 Mohammed 12',
    stems: 'Abbas Baig Dar Farooq Gondal Hay Jan Kaz Laghar Mem Nawaz Paracha Raja Sad Tahir Ul Wah Zam',
    endings: 'i a ar at ani uddin oor een',
    newYear: 6,
  },
  {
    nationality: 'India',
    share: 6,
    men: 'Harpreet 30 Gurpreet 34 Amandeep 26 Manpreet 30 Jaspal 20 Balbir 16 Sukhdev 16 Rajesh 26 Sanjay 24 Amit 26 Ravi 20 Vijay 20 Suresh 16 Kuldeep 18 Harjit 20 Ranjit 16 Bhavesh 12 Nilesh 14 Ketan 10 Jatin 8',
    women: 'Priya 60 Simran 50 Amandeep 30 Kavita 30 Anita 30 Jasvinder 26',
    last: 'Singh 170 Patel 130 Kaur 30 Sharma 24 Kumar 34 Gill 24 Sandhu 20 Dhillon 18 Shah 24 Sidhu 16 Grewal 12 Dhaliwal 14 Rai 10 Bains 8 Johal 8 Virk 6 Mistry 8 Chauhan 10 Parmar 8 Solanki 6 Desai 8 Joshi 8',
    stems: 'Atw Bhog Chah Deol Hund Jand Khar Mahal Nag Pannu Rand Sahot Thind Upp Vadh Bas',
    endings: 'al ia a wal ani ra er u',
    newYear: 2,
  },
  {
    nationality: 'Ukraine',
    share: 4,
    men: 'Oleksandr 60 Serhiy 50 Volodymyr 50 Andriy 50 Mykola 40 Vasyl 34 Ivan 40 Dmytro 44 Yuriy 34 Viktor 30 Ihor 30 Oleh 30 Petro 20 Bohdan 24 Maksym 26 Taras 14 Roman 20 Yevhen 20',
    women: 'Olena 60 Nataliya 50 Tetiana 50 Iryna 50 Oksana 40 Kateryna 30',
    last: 'Melnyk 20 Shevchenko 20 Kovalenko 16 Bondarenko 16 Boyko 14 Tkachenko 12 Kravchenko 12 Kovalchuk 12 Koval 10 Oliynyk 10 Shevchuk 10 Polishchuk 10 Lysenko 8 Bondar 8 Marchenko 8 Tkachuk 8 Moroz 8 Savchenko 8 Rudenko 8 Petrenko 8 Klymenko 6 Kravchuk 6 Savchuk 6 Kuzmenko 4 Pavlenko 4 Ponomarenko 4',
    stems: 'Hryhor Danyl Fedor Hnat Yurch Onysh Palam Chorn Lev Mak Nech Ostap Rom Syd Tym Vasyl Zah Kost',
    endings: 'enko chuk iuk ko yk skyi ets ar',
    newYear: 0,
  },
  {
    nationality: 'Nigeria',
    share: 4,
    men: 'Emmanuel 40 Samuel 36 Daniel 34 Michael 34 Joseph 30 Oluwaseun 20 Chukwuemeka 16 Ibrahim 26 Musa 18 Tunde 16 Kayode 12 Chidi 14 Obinna 14 Adebayo 16 Femi 14 Yusuf 18',
    women: 'Blessing 50 Grace 40 Esther 36 Ngozi 26 Funke 20',
    last: 'Okafor 20 Adeyemi 18 Okonkwo 14 Ibrahim 14 Mohammed 14 Williams 8 Eze 14 Nwosu 12 Adebayo 14 Okeke 12 Balogun 12 Ogunleye 8 Abubakar 10 Musa 10 Obi 10 Johnson 8 Ojo 10 Lawal 8 Bello 10',
    stems: 'Ade Olu Ogun Oko Nwa Chuk Eke Uz Ani Aki Omo Oye Ife Emeka Udo Ayo',
    endings: 'bayo wale sanya ro kwo chukwu ma ji tola yinka leke niyi bi duka',
    newYear: 3,
  },
  {
    nationality: 'Iraq',
    share: 3,
    men: 'Mohammed 130 Ahmed 80 Ali 80 Mustafa 40 Hassan 40 Hussein 44 Omar 34 Ibrahim 34 Khaled 30 Youssef 30 Karim 20 Samir 20 Mahmoud 30 Tarek 16 Jamal 16 Said 16 Abdullah 34 Bilal 10',
    women: 'Fatima 60 Aisha 40 Maryam 40 Zainab 40 Noor 30',
    last: 'Ali 50 Ahmed 50 Mohammed 60 Hassan 44 Hussein 40 Ibrahim 34 Khalil 20 Al-Hassan 10 Mahmoud 24 Omar 20 Saleh 20 Abdullah 24 Karim 18 Mustafa 20 Aziz 14 Rahman 14 Haddad 10 Al-Jabouri 8 Said 14 Yousif 12',
    stems: 'Al-Bas Al-Dul Al-Kar Al-Naj Bad Dawo Fakh Ghan Hab Jab Kad Mas Naj Qas Raz Sab Tam Zub Zay',
    endings: 'ri aimi im di od an awi ib eer oun',
    newYear: 25,
  },
  {
    nationality: 'Lithuania',
    share: 4,
    men: 'Mindaugas 40 Tomas 50 Darius 44 Andrius 44 Vytautas 30 Jonas 30 Marius 34 Mantas 34 Giedrius 20 Rimantas 16 Saulius 20 Arturas 20',
    women: 'Rasa 50 Jurgita 40 Inga 40 Kristina 36',
    last: 'Kazlauskas 14 Jankauskas 12 Petrauskas 12 Stankevičius 10 Paulauskas 8 Vasiliauskas 8 Žukauskas 8 Butkus 6 Ramanauskas 6 Balčiūnas 6 Navickas 4 Urbonas 6',
    stems: 'Adom Bartk Čep Dir Gaul Jon Kairy Laur Mack Norv Pik Rimk Sim Tam Vait Žil',
    endings: 'aitis evičius auskas us ys ūnas onis as elis',
    newYear: 0,
  },
  {
    nationality: 'Portugal',
    share: 3,
    men: 'João 50 José 60 António 40 Manuel 40 Carlos 40 Paulo 34 Pedro 34 Rui 26 Luís 34 Fernando 20 Ricardo 24 Nuno 18 Tiago 24 Bruno 20',
    women: 'Maria 80 Ana 60 Sofia 30 Carla 20 Sandra 20',
    last: 'Silva 50 Santos 40 Ferreira 30 Pereira 30 Oliveira 26 Costa 26 Rodrigues 24 Martins 20 Sousa 20 Fernandes 18 Gonçalves 16 Gomes 16 Lopes 14 Marques 14 Almeida 12 Ribeiro 12 Pinto 10 Carvalho 10 Teixeira 8 dos-Santos 6 da-Silva 8',
    stems: 'Andr Brag Cald Dinis Esteve Figueir Guim Leit Mach Neves Pacheco Quint Ram Saraiv Tav Vasconcel',
    endings: 'ade a as es o os eiro edo al',
    newYear: 0,
  },
]
