using Microsoft.AspNetCore.Antiforgery;

namespace Web;

/// <summary>Keeps other sites from changing anything on behalf of this site's visitors: requests that change something carry the page's token in a header.
/// (<c>UseAntiforgery</c> only checks forms.)</summary>
internal sealed class AntiforgeryFilter(IAntiforgery antiforgery) : IEndpointFilter
{
    public async ValueTask<object?> InvokeAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
        => await antiforgery.IsRequestValidAsync(context.HttpContext) ? await next(context) : TypedResults.BadRequest("The page is too old. Reload it.");
}
