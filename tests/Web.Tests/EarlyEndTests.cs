using System.Net;

namespace Web.Tests;

/// <summary>Imports that are cancelled or whose client is gone. A city that another transaction has locked stops each of them in the middle.</summary>
public sealed class EarlyEndTests(WebSample sample) : WebTests(sample)
{
    private const int Held = 5_000;

    [Fact]
    public async Task Cancel_takes_everything_back_and_the_page_is_told()
    {
        await using IAsyncDisposable hold = await Table.HoldAsync(Held);
        await using VisitorImport import = await Visitor.OpenImportAsync();
        Task<HttpResponseMessage> upload = import.UploadAsync(new StringContent(CityLines.File(20_000)), Token);
        await import.UntilAsync(state => state.Rows > 0);
        Assert.Equal(HttpStatusCode.Accepted, (await import.CancelAsync()).StatusCode);
        ImportState end = await import.EndAsync();
        Assert.Equal(("cancelled", "The import was cancelled. Nothing from it was stored."), (end.Status, end.Message));
        Assert.Equal(HttpStatusCode.UnprocessableEntity, (await upload).StatusCode);
        await hold.DisposeAsync();
        await NothingIsStoredAsync();
    }

    [Fact]
    public async Task An_upload_that_is_dropped_in_the_middle_stores_nothing_and_the_page_is_told()
    {
        InterruptedFile file = new(CityLines.File(10_000), CityLines.Some(10_000, 10_000));
        await using VisitorImport import = await Visitor.OpenImportAsync();
        using CancellationTokenSource drop = new();
        Task<HttpResponseMessage> upload = import.UploadAsync(file, drop.Token);
        await import.UntilAsync(state => state.Rows > 0);
        await drop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => upload);
        ImportState end = await import.EndAsync();
        Assert.NotEqual("stored", end.Status);
        Assert.Contains("Nothing from", end.Message, StringComparison.Ordinal);
        await NothingIsStoredAsync();
    }

    [Fact]
    public async Task A_page_that_goes_while_the_server_is_waited_for_ends_its_import()
    {
        await using IAsyncDisposable hold = await Table.HoldAsync(Held);
        Task<HttpResponseMessage> upload;
        await using (VisitorImport import = await Visitor.OpenImportAsync())
        {
            upload = import.UploadAsync(new StringContent(CityLines.File(20_000)), Token);
            await import.UntilAsync(state => state.Rows > 0);
        }

        // The upload itself was not aborted, so it gets a response.
        Assert.Contains("cancelled", await (await upload).Content.ReadAsStringAsync(Token), StringComparison.Ordinal);
        await hold.DisposeAsync();
        await NothingIsStoredAsync();
    }

    [Fact]
    public async Task However_many_clients_go_the_next_one_is_served()
    {
        // Four imports may be open at once; those that did not end would be in the way of the next one for good.
        for (int i = 0; i < 6; i++)
        {
            using Visitor visitor = await Visitor.OfAsync(Sample.Address);
            // Whoever locks a city that an import has left deleted locks the gap in front of it too, where the next import's cities go.
            await Table.AtRestAsync(Token);
            await Table.EmptyAsync();
            await using IAsyncDisposable hold = await Table.HoldAsync(Held);
            VisitorImport import = await visitor.OpenImportAsync();
            Task<HttpResponseMessage> upload = import.UploadAsync(new StringContent(CityLines.File(20_000)), Token);
            await import.UntilAsync(state => state.Rows > 0);
            // All of its connections are closed, as when a browser exits.
            visitor.Client.CancelPendingRequests();
            await import.DisposeAsync();
            await Assert.ThrowsAnyAsync<Exception>(() => upload);
        }

        await NothingIsStoredAsync();
        Assert.Equal(("stored", 20_000), ((await ImportAsync(CityLines.File(20_000))).Status, await Table.CountAsync()));
    }

    [Fact]
    public async Task A_fifth_import_at_once_is_told_to_wait_and_finds_room_later()
    {
        List<VisitorImport> open = [];
        for (int i = 0; i < 4; i++)
            open.Add(await Visitor.OpenImportAsync());
        await using VisitorImport fifth = await Visitor.AskForImportAsync();
        Assert.Equal(("failed", "Others are importing already. Try again in a moment."), (fifth.Last.Status, fifth.Last.Message));

        foreach (VisitorImport import in open)
        {
            await import.CancelAsync();
            await import.DisposeAsync();
        }

        await using VisitorImport later = await Visitor.OpenImportAsync();
    }

    [Fact]
    public async Task A_program_that_is_stopped_ends_its_imports_and_itself()
    {
        await using IAsyncDisposable hold = await Table.HoldAsync(Held);
        await using WebProgram program = await WebProgram.StartAsync(Sample.ConnectionString);
        using Visitor visitor = await Visitor.OfAsync(program.Address);
        await using VisitorImport import = await visitor.OpenImportAsync();
        Task<HttpResponseMessage> upload = import.UploadAsync(new StringContent(CityLines.File(20_000)), Token);
        await import.UntilAsync(state => state.Rows > 0);
        Assert.Equal(0, await program.StopAsync());
        await Task.WhenAny(upload);
        await hold.DisposeAsync();
        await NothingIsStoredAsync();
    }

    [Fact]
    public async Task Without_a_connection_string_it_brings_its_own_server_and_takes_it_along()
    {
        await using WebProgram program = await WebProgram.StartAsync(null);
        using Visitor visitor = await Visitor.OfAsync(program.Address);
        await using VisitorImport import = await visitor.OpenImportAsync();
        Task<HttpResponseMessage> upload = import.UploadAsync(new StringContent(CityLines.File(10)), Token);
        Assert.Equal(("stored", 10), ((await import.EndAsync()).Status, import.Last.Rows));
        Assert.True((await upload).IsSuccessStatusCode);
        Assert.Equal(0, await program.StopAsync());
    }
}
