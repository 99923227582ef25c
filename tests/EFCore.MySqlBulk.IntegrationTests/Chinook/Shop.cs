using System.Collections;

namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>The entities of a shop, made from counters: every shop has the same ones. In each list those come first that depend on the fewest others: <c>SaveChanges</c> stores rows level by level,
/// and so the keys are generated in the order of the lists.</summary>
internal sealed class Shop
{
    private static readonly DateTime Opened = new(2021, 3, 28, 1, 59, 59, DateTimeKind.Unspecified);

    public Shop()
    {
        Genres = Of(14, i => new Genre { Name = $"Genre {i}" });
        MediaTypes = Of(5, i => new MediaType { Name = $"Format {i}", IsProtected = i % 2 == 0 });
        Artists = Of(70, i => new Artist { Name = ArtistName(i) });
        Albums = Of(220, i => Placed(new Album { Title = $"Album {i} \"ä\"" }, Artists[i * 7 % 60]));
        Tracks = Of(3_100, Track);
        Playlists = Of(12, i => new Playlist { Name = $"Playlist {i}", Tracks = Of(5 + (i * 13), j => Tracks[((i * 31) + (j * 17)) % Tracks.Count]) });
        Employees = [];
        for (int i = 0; i < 24; i++)
            Employees.Add(Employee(i));
        Customers = Of(110, i => new Customer
        {
            Email = $"customer{i}@example.org",
            Company = i % 3 == 0 ? null : $"Company {i} & Co.",
            Country = $"Country {i % 9}",
            SupportRep = i < 14 ? null : Employees[(i - 14) / 4],
        });
        Invoices = Of(260, i => Sold(new Invoice { Number = $"N-{i:D5}" }, i));
        InvoiceLines = [.. Invoices.SelectMany(invoice => invoice.Lines)];
    }

    public List<Genre> Genres { get; }

    public List<MediaType> MediaTypes { get; }

    public List<Artist> Artists { get; }

    public List<Album> Albums { get; }

    public List<Track> Tracks { get; }

    public List<Playlist> Playlists { get; }

    public List<Employee> Employees { get; }

    public List<Customer> Customers { get; }

    public List<Invoice> Invoices { get; }

    public List<InvoiceLine> InvoiceLines { get; }

    /// <summary>All entities, each after those that it refers to; without the links between playlists and tracks.</summary>
    public IEnumerable<object> All
        => ((IEnumerable<IEnumerable<object>>)[Genres, MediaTypes, Artists, Albums, Tracks, Playlists, Employees, Customers, Invoices, InvoiceLines]).SelectMany(list => list);

    public IEnumerable<(Playlist Playlist, Track Track)> Links => Playlists.SelectMany(playlist => playlist.Tracks.Select(track => (playlist, track)));

    public static string ArtistName(int i) => $"Artist {i} ' \\ 𝄞";

    /// <summary>Puts a new album among those of an artist.</summary>
    public static Album Placed(Album album, Artist artist)
    {
        album.Artist = artist;
        artist.Albums.Add(album);
        return album;
    }

    /// <summary>Forgets entities.</summary>
    public void Lose(Genre[] genres, Track[] tracks, Customer[] customers, Invoice[] invoices, InvoiceLine[] lines)
    {
        Genres.RemoveAll(genres.Contains);
        Tracks.RemoveAll(tracks.Contains);
        Customers.RemoveAll(customers.Contains);
        Invoices.RemoveAll(invoices.Contains);
        InvoiceLines.RemoveAll(lines.Contains);
        foreach (Invoice invoice in Invoices)
            invoice.Lines.RemoveAll(lines.Contains);
    }

    /// <summary>Takes new entities.</summary>
    public void Gain(Artist[] artists, Album[] albums, Track[] tracks)
    {
        Artists.AddRange(artists);
        Albums.AddRange(albums);
        Tracks.AddRange(tracks);
    }

    /// <summary>Forgets all entities.</summary>
    public void Close()
    {
        foreach (IList list in (IList[])[Genres, MediaTypes, Artists, Albums, Tracks, Playlists, Employees, Customers, Invoices, InvoiceLines])
            list.Clear();
    }

    /// <summary>A track with the given number. The first ones are on no album.</summary>
    public Track Track(int i)
    {
        Album? album = i < 220 ? null : Albums[i % Albums.Count];
        Track track = new()
        {
            Name = $"Track {i}",
            Album = album,
            Place = album is null ? null : i / Albums.Count,
            MediaType = MediaTypes[i % 5],
            Genre = i % 6 == 0 ? null : Genres[i % 14],
            Composer = i % 4 == 0 ? null : $"Composer {i % 50}; ü%_",
            Milliseconds = 180_000 + (i * 37),
            Bytes = i % 5 == 0 ? null : 5_000_000_000L + i,
            UnitPrice = 0.99m + (i % 3 * 0.5m),
        };
        album?.Tracks.Add(track);
        return track;
    }

    private static List<T> Of<T>(int count, Func<int, T> make) => [.. Enumerable.Range(0, count).Select(make)];

    private Employee Employee(int i) => new()
    {
        Email = $"employee{i}@example.org",
        Title = i % 5 == 4 ? null : $"Title {i % 4}",
        BirthDate = i % 7 == 6 ? null : new DateOnly(1970, 2, 28).AddDays(i * 100),
        HireDate = Opened.AddDays(-i * 30),
        ReportsTo = i == 0 ? null : Employees[(i - 1) / 3],
    };

    private Invoice Sold(Invoice invoice, int i)
    {
        invoice.Customer = Customers[i * 110 / 260];
        invoice.Customer.Invoices.Add(invoice);
        invoice.Date = Opened.AddHours(i * 7).AddTicks(i * 10L);
        invoice.BillingCity = i % 4 == 0 ? null : $"City {i % 11}";
        invoice.Lines = Of(1 + (i % 7), j => new InvoiceLine
        {
            Invoice = invoice,
            Line = j + 1,
            Track = Tracks[((i * 11) + (j * 101)) % Tracks.Count],
            UnitPrice = Tracks[((i * 11) + (j * 101)) % Tracks.Count].UnitPrice,
            Quantity = 1 + (j % 3),
        });
        invoice.Total = invoice.Lines.Sum(line => line.UnitPrice * line.Quantity);
        return invoice;
    }
}
