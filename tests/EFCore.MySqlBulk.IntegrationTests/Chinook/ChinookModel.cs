using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>The model of a shop for music: eleven tables, with trees, composite keys, many-to-many links, unique values, and foreign keys that may be null.</summary>
internal static class ChinookModel
{
    /// <summary>Builds the model.</summary>
    public static void Build(ModelBuilder model)
    {
        Catalogue(model);
        Sales(model);
        foreach (Type named in (Type[])[typeof(Artist), typeof(Genre), typeof(MediaType), typeof(Playlist), typeof(Track)])
            model.Entity(named).Property<string>("Name").HasMaxLength(120);
    }

    private static void Catalogue(ModelBuilder model)
    {
        model.Entity<Artist>().ToTable("artists").HasIndex(a => a.Name).IsUnique();
        model.Entity<Genre>().ToTable("genres").HasIndex(g => g.Name).IsUnique();
        model.Entity<MediaType>().ToTable("media_types").HasIndex(m => m.Name).IsUnique();
        model.Entity<Album>(album =>
        {
            album.ToTable("albums").HasIndex(a => a.Title).IsUnique();
            album.Property(a => a.Title).HasMaxLength(160);
            album.HasOne(a => a.Artist).WithMany(a => a.Albums).HasForeignKey(a => a.ArtistId);
        });
        model.Entity<Track>(track =>
        {
            track.ToTable("tracks").HasIndex(t => t.Name).IsUnique();
            track.HasIndex(t => new { t.AlbumId, t.Place }).IsUnique();
            track.Property(t => t.Composer).HasMaxLength(220);
            track.Property(t => t.UnitPrice).HasPrecision(10, 2);
            track.HasOne(t => t.Album).WithMany(a => a.Tracks).HasForeignKey(t => t.AlbumId);
            track.HasOne(t => t.Genre).WithMany().HasForeignKey(t => t.GenreId);
            track.HasOne(t => t.MediaType).WithMany().HasForeignKey(t => t.MediaTypeId);
        });
        model.Entity<Playlist>(playlist =>
        {
            playlist.ToTable("playlists").HasIndex(p => p.Name).IsUnique();
            playlist.HasMany(p => p.Tracks).WithMany().UsingEntity<PlaylistTrack>(
                link => link.HasOne<Track>().WithMany().HasForeignKey(l => l.TrackId),
                link => link.HasOne<Playlist>().WithMany().HasForeignKey(l => l.PlaylistId),
                link => link.ToTable("playlist_track").HasKey(l => new { l.PlaylistId, l.TrackId }));
        });
    }

    private static void Sales(ModelBuilder model)
    {
        model.Entity<Employee>(employee =>
        {
            employee.ToTable("employees").HasIndex(e => e.Email).IsUnique();
            employee.Property(e => e.Email).HasMaxLength(60);
            employee.Property(e => e.Title).HasMaxLength(30);
            employee.HasOne(e => e.ReportsTo).WithMany().HasForeignKey(e => e.ReportsToId);
        });
        model.Entity<Customer>(customer =>
        {
            customer.ToTable("customers").HasIndex(c => c.Email).IsUnique();
            customer.Property(c => c.Email).HasMaxLength(60);
            customer.Property(c => c.Company).HasMaxLength(80);
            customer.Property(c => c.Country).HasMaxLength(40);
            customer.HasOne(c => c.SupportRep).WithMany().HasForeignKey(c => c.SupportRepId);
        });
        model.Entity<Invoice>(invoice =>
        {
            invoice.ToTable("invoices").HasIndex(i => i.Number).IsUnique();
            invoice.Property(i => i.Number).HasMaxLength(20);
            invoice.Property(i => i.BillingCity).HasMaxLength(40);
            invoice.Property(i => i.Total).HasPrecision(10, 2);
            invoice.HasOne(i => i.Customer).WithMany(c => c.Invoices).HasForeignKey(i => i.CustomerId);
        });
        model.Entity<InvoiceLine>(line =>
        {
            line.ToTable("invoice_lines").HasKey(l => new { l.InvoiceId, l.Line });
            line.Property(l => l.UnitPrice).HasPrecision(10, 2);
            line.HasOne(l => l.Invoice).WithMany(i => i.Lines).HasForeignKey(l => l.InvoiceId);
            line.HasOne(l => l.Track).WithMany().HasForeignKey(l => l.TrackId);
        });
    }
}
