namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>What happens to a shop from its opening to its end. Each step changes the entities and says which.</summary>
internal static class ShopSteps
{
    private const int Renamed = 20;

    /// <summary>The steps. <c>SaveChanges</c> puts the rows that hand on unique values in order; a bulk call leaves that to its caller.</summary>
    /// <param name="isOrdered">Rows can hand on unique values within a step.</param>
    public static IEnumerable<Func<Shop, Changes>> All(bool isOrdered)
    {
        yield return Fill;
        yield return Update;
        if (!isOrdered)
            yield return shop => Park(shop, "give up names", Renamed, 3, 5);
        yield return Shift;
        yield return shop => Park(shop, "give up names again", 2, 6, 7);
        yield return Swap;
        yield return Replace;
        yield return Empty;
    }

    private static Changes Fill(Shop shop) => new("fill") { Added = [.. shop.All], Linked = [.. shop.Links] };

    private static Changes Update(Shop shop)
    {
        List<object> changed = [.. Every(2, shop.Tracks, Reprice), .. Every(4, shop.Albums, Move), .. Every(5, shop.Employees.Skip(4).ToList(), Promote)];
        changed.AddRange(Every(3, shop.Customers, (customer, i) =>
        {
            customer.SupportRep = i % 2 == 0 ? null : shop.Employees[i % 5];
            customer.SupportRepId = customer.SupportRep?.Id;
            customer.Country = $"Land {i % 4} – Ω";
        }));
        changed.AddRange(Every(3, shop.InvoiceLines, (line, _) => line.Quantity += 2));
        changed.AddRange(Every(1, shop.Invoices, (invoice, i) => (invoice.Total, invoice.Date) = (invoice.Lines.Sum(line => line.Quantity * line.UnitPrice), invoice.Date.AddTicks(10 * i))));
        return new("update") { Changed = changed };

        void Reprice(Track track, int i)
        {
            track.UnitPrice += 0.1m;
            track.Bytes = i % 8 == 0 ? null : i;
            track.Composer = i % 6 == 0 ? "" : null;
            track.Genre = i % 10 == 0 ? null : shop.Genres[i % 3];
            track.GenreId = track.Genre?.Id;
        }

        // Taken out of the other artist's collection, an album would be an orphan for a moment, and EF Core would take its tracks from it.
        void Move(Album album, int i) => (album.Artist, album.Title) = (shop.Artists[i * 3 % shop.Artists.Count], album.Title + " (live)");

        // Nobody reports to somebody who was hired later.
        void Promote(Employee employee, int i)
        {
            employee.ReportsTo = i == 0 ? null : shop.Employees[i % 4];
            employee.ReportsToId = employee.ReportsTo?.Id;
        }
    }

    // Each takes the unique value of the next one, which only the last one leaves unused.
    private static Changes Shift(Shop shop)
    {
        List<object> changed = [];
        for (int i = 0; i < Renamed; i++)
        {
            shop.Artists[i].Name = Shop.ArtistName(i < Renamed - 1 ? i + 1 : 1_000);
            shop.Employees[i].Email = $"employee{(i < Renamed - 1 ? i + 1 : 1_000)}@example.org";
            changed.AddRange([shop.Artists[i], shop.Employees[i]]);
        }

        foreach (Album album in shop.Albums[3..6])
            changed.AddRange(Placed(album, (track, i) => track.Place = i + 2));
        changed.AddRange(Every(1, shop.Tracks, (track, i) => track.Milliseconds += i));
        return new("shift") { Changed = [.. changed.Distinct()] };
    }

    // The names of two artists, and the places of all tracks of two albums.
    private static Changes Swap(Shop shop)
    {
        (shop.Artists[0].Name, shop.Artists[1].Name) = (Shop.ArtistName(2), Shop.ArtistName(1));
        (shop.Employees[0].Email, shop.Employees[1].Email) = ("employee2@example.org", "employee1@example.org");
        (Album one, Album other) = (shop.Albums[6], shop.Albums[7]);
        (Track[] first, Track[] second) = ([.. one.Tracks], [.. other.Tracks]);
        foreach (Track track in first)
            Put(track, other);
        foreach (Track track in second)
            Put(track, one);
        List<object> changed = [shop.Artists[0], shop.Artists[1], shop.Employees[0], shop.Employees[1], .. Placed(one, (track, i) => track.Place = i + 1), .. Placed(other, (track, i) => track.Place = i + 1)];
        return new("swap") { Changed = changed };

        static void Put(Track track, Album album)
        {
            track.Album!.Tracks.Remove(track);
            track.Album = album;
            album.Tracks.Add(track);
        }
    }

    private static Changes Park(Shop shop, string step, int names, int fromAlbum, int toAlbum)
    {
        List<object> changed = [];
        for (int i = 0; i < names; i++)
        {
            (shop.Artists[i].Name, shop.Employees[i].Email) = ($"Nobody {i}", $"nobody{i}@example.org");
            changed.AddRange([shop.Artists[i], shop.Employees[i]]);
        }

        foreach (Album album in shop.Albums[fromAlbum..(toAlbum + 1)])
            changed.AddRange(Placed(album, (track, i) => track.Place = -i - 1));
        return new(step) { Changed = changed };
    }

    // Some of everything goes, and new tracks take the places of those that went.
    private static Changes Replace(Shop shop)
    {
        HashSet<Track> used = [.. shop.Links.Select(link => link.Track), .. shop.InvoiceLines.Select(line => line.Track)];
        Track[] lost = [.. shop.Tracks.Where((track, i) => i % 3 == 0 && !used.Contains(track))];
        Genre[] dropped = [shop.Genres[0], shop.Genres[13]];
        Customer[] left = [.. Every(10, shop.Customers)];
        Invoice[] closed = [.. left.SelectMany(customer => customer.Invoices)];
        InvoiceLine[] cancelled = [.. closed.SelectMany(invoice => invoice.Lines), .. shop.Invoices.Except(closed).SelectMany(invoice => invoice.Lines.Skip(3))];
        Track[] unnamed = [.. shop.Tracks.Except(lost).Where(track => dropped.Contains(track.Genre))];
        foreach (Track track in unnamed)
            (track.Genre, track.GenreId) = (null, null);
        (Playlist, Track)[] unlinked = [.. Every(3, shop.Links.ToList())];
        Artist[] artists = [.. Enumerable.Range(0, 12).Select(i => new Artist { Name = $"New artist {i}" })];
        Album[] albums = [.. Enumerable.Range(0, 24).Select(i => Shop.Placed(new() { Title = $"New album {i}" }, i < 12 ? shop.Artists[i] : artists[i - 12]))];
        Track[] tracks = [.. lost.Select((old, i) => Successor(old, i, shop, i * 2 < lost.Length ? old.Album : albums[(i * 2 - lost.Length) * 24 / (lost.Length + 1)]))];
        (Playlist, Track)[] linked = [.. tracks.Select((track, i) => (shop.Playlists[i % 12], track))];

        foreach ((Playlist playlist, Track track) in unlinked)
            playlist.Tracks.Remove(track);
        foreach ((Playlist playlist, Track track) in linked)
            playlist.Tracks.Add(track);
        shop.Lose(dropped, lost, left, closed, cancelled);
        shop.Gain(artists, albums, tracks);
        return new("replace")
        {
            Added = [.. artists, .. albums, .. tracks],
            Changed = [.. unnamed],
            Removed = [.. dropped, .. lost, .. left, .. closed, .. cancelled],
            Linked = [.. linked],
            Unlinked = [.. unlinked],
        };
    }

    private static Changes Empty(Shop shop)
    {
        Changes changes = new("empty") { Removed = [.. shop.All], Unlinked = [.. shop.Links] };
        shop.Close();
        return changes;
    }

    private static Track Successor(Track old, int i, Shop shop, Album? album)
    {
        Track track = new()
        {
            Name = $"New track {i}",
            Album = album,
            Place = album is null ? null : album == old.Album ? old.Place : i + 100,
            MediaType = shop.MediaTypes[i % 5],
            UnitPrice = 12_345_678.9m,
        };
        old.Album?.Tracks.Remove(old);
        album?.Tracks.Add(track);
        return track;
    }

    private static List<Track> Placed(Album album, Action<Track, int> change)
    {
        for (int i = 0; i < album.Tracks.Count; i++)
            change(album.Tracks[i], i);
        return album.Tracks;
    }

    private static IEnumerable<T> Every<T>(int step, IReadOnlyList<T> all, Action<T, int>? change = null)
    {
        for (int i = 0; i < all.Count; i += step)
        {
            change?.Invoke(all[i], i);
            yield return all[i];
        }
    }
}
