using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;

namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>Stores a shop with bulk calls, in the order that the foreign keys want. Nothing is tracked.</summary>
/// <param name="database">The database.</param>
/// <param name="isGraph">The first entities are stored by graphs, which lead to the others.</param>
/// <param name="isAsync">The mode.</param>
internal sealed class SentShop(TestDatabase database, bool isGraph, bool isAsync) : IShopStore
{
    public bool OrdersUniqueValues => false;

    public IReadOnlyList<string> Tracked() => [];

    public ValueTask DisposeAsync() => default;

    public async Task StoreAsync(Changes changes)
    {
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        await RunAsync(context, Operation.Update, changes.Changed);
        await RunAsync(context, Operation.Delete, [.. Links(changes.Unlinked), .. changes.Removed]);
        List<(Playlist Playlist, Track Track)> links = changes.Linked;
        if (isGraph)
            links = await InsertGraphsAsync(context, changes);
        else
            await RunAsync(context, Operation.Insert, changes.Added);
        await RunAsync(context, Operation.Insert, [.. Links(links)]);
        Assert.Empty(context.ChangeTracker.Entries());
    }

    private static IEnumerable<PlaylistTrack> Links(List<(Playlist Playlist, Track Track)> links)
        => links.Select(link => new PlaylistTrack { PlaylistId = link.Playlist.Id, TrackId = link.Track.Id });

    private async Task RunAsync(ModelContext context, Operation operation, List<object> rows)
    {
        Func<Task>[] parentsFirst =
        [
            () => RunAsync<Genre>(context, operation, rows),
            () => RunAsync<MediaType>(context, operation, rows),
            () => RunAsync<Artist>(context, operation, rows),
            () => RunAsync<Album>(context, operation, rows),
            () => RunAsync<Track>(context, operation, rows),
            () => RunAsync<Playlist>(context, operation, rows),
            () => RunAsync<PlaylistTrack>(context, operation, rows),
            () => RunAsync<Employee>(context, operation, rows),
            () => RunAsync<Customer>(context, operation, rows),
            () => RunAsync<Invoice>(context, operation, rows),
            () => RunAsync<InvoiceLine>(context, operation, rows),
        ];
        foreach (Func<Task> run in operation == Operation.Delete ? parentsFirst.Reverse() : parentsFirst)
            await run();
    }

    private async Task RunAsync<T>(ModelContext context, Operation operation, List<object> rows)
        where T : class
    {
        List<T> own = [.. rows.OfType<T>()];
        BulkResult result = operation switch
        {
            Operation.Insert => await context.InsertAsync(isAsync, own),
            Operation.Update => await context.UpdateAsync(isAsync, own),
            Operation.Delete => await context.DeleteAsync(isAsync, own),
            _ => throw new System.Diagnostics.UnreachableException($"{operation} is not an operation."),
        };
        Assert.Equal(own.Count, result.RowsAffected);
    }

    // What no graph reaches goes by itself. A playlist is stored with its links; returns those of the stored playlists.
    private async Task<List<(Playlist Playlist, Track Track)>> InsertGraphsAsync(ModelContext context, Changes changes)
    {
        BulkInsertOptions graph = new() { IncludeGraph = true };
        long sent = 0;
        sent += (await context.InsertAsync(isAsync, changes.Added.OfType<Artist>(), graph)).RowsInserted;
        sent += (await context.InsertAsync(isAsync, changes.Added.OfType<Track>().Where(track => track.Id == 0).ToList(), graph)).RowsInserted;
        sent += (await context.InsertAsync(isAsync, changes.Added.OfType<Playlist>(), graph)).RowsInserted;
        sent += (await context.InsertAsync(isAsync, changes.Added.OfType<Customer>(), graph)).RowsInserted;
        List<object> others = [.. changes.Added.Where(IsNew)];
        await RunAsync(context, Operation.Insert, others);
        List<(Playlist Playlist, Track Track)> links = [.. changes.Linked.Where(link => !changes.Added.Contains(link.Playlist))];
        Assert.Equal(changes.Added.Count + changes.Linked.Count, sent + others.Count + links.Count);
        return links;
    }

    private static bool IsNew(object entity) => entity switch
    {
        Genre genre => genre.Id == 0,
        MediaType type => type.Id == 0,
        Album album => album.Id == 0,
        Employee employee => employee.Id == 0,
        Invoice invoice => invoice.Id == 0,
        _ => false,
    };
}
