namespace Web.Tests;

/// <summary>A test with an empty table and its own visitor.</summary>
public abstract class WebTests(WebSample sample) : IAsyncLifetime
{
    protected WebSample Sample => sample;

    internal CitiesTable Table => sample.Table;

    internal Visitor Visitor { get; private set; } = null!;

    protected static CancellationToken Token => TestContext.Current.CancellationToken;

    public virtual async ValueTask InitializeAsync()
    {
        await Table.EmptyAsync();
        Visitor = await Visitor.OfAsync(sample.Address);
    }

    public virtual ValueTask DisposeAsync()
    {
        Visitor.Dispose();
        GC.SuppressFinalize(this);
        return default;
    }

    /// <summary>Uploads a file and listens to the end.</summary>
    internal async Task<ImportState> ImportAsync(string file, string query = "")
    {
        await using VisitorImport import = await Visitor.OpenImportAsync();
        Task<HttpResponseMessage> upload = import.UploadAsync(new StringContent(file), query, Token);
        ImportState end = await import.EndAsync();
        Assert.Equal(end.Status == "stored", (await upload).IsSuccessStatusCode);
        return end;
    }

    protected async Task NothingIsStoredAsync()
    {
        await Table.AtRestAsync(Token);
        Assert.Equal(0, await Table.CountAsync());
    }
}
